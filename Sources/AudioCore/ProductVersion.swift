/// The program's version, in one place.
public enum ProductVersion {
  /// Semantic version.
  public static let text = "0.1.0"
}
