/// The program's version and its date, in one place. CHANGELOG.md has the same.
public enum ProductVersion {
  /// Semantic version.
  public static let text = "0.1.0"
  /// The day of its release, in the form of manual pages.
  public static let date = "November 23, 2026"
}
