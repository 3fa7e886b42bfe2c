import AudioCore
import Testing

@Suite("What of a station's text is a title")
struct TitleRuleTests {
  private static let fields =
    #" song_spot="M" MediaBaseId="1882571" itunesTrackId="0" amgTrackId="-1" TAID="31092" TPID="23452" "#
    + #"cartcutId="0813" amgArtworkURL="" length="00:03:54" unsID="-1" spotInstanceId="-1""#

  static let rows: [(text: String, title: String)] = [
    ("Nina Simone - Sinnerman", "Nina Simone - Sinnerman"), ("Sinnerman", "Sinnerman"),
    ("AC/DC - T.N.T.", "AC/DC - T.N.T."), ("!!! - Me and Giuliani", "!!! - Me and Giuliani"),
    ("Guns N' Roses - Don't Cry (Original)", "Guns N' Roses - Don't Cry (Original)"),
    ("Motörhead - \"Heroes\"", "Motörhead - \"Heroes\""), ("99 Luftballons", "99 Luftballons"),
    ("E=mc2", "E=mc2"), ("a - b = \"c\"", "a - b = \"c\""),
    // Fields.
    (#"Nina Simone - text="Sinnerman""# + fields, "Nina Simone - Sinnerman"),
    (#"text="Sinnerman""# + fields, "Sinnerman"), (#"Nina Simone - text="""# + fields, "Nina Simone"),
    (#"title="Sinnerman",artist="Nina Simone",url="song_spot=\"M\" TAID=\"0\"""#, "Nina Simone - Sinnerman"),
    (#"artist="Nina Simone" title="Sinnerman" album="Pastel Blues""#, "Nina Simone - Sinnerman"),
    (#"Nina Simone - title="The "Other" Woman" TAID="0""#, "Nina Simone - The \"Other\" Woman"),
    (#"0" TAID="0" TPID="234523735" cartcutId="0""#, ""), (#"TAID="0" TPID="234523735""#, ""),
    (#"Nina Simone - Sinnerman TAID="0""#, "Nina Simone - Sinnerman"),
    // Adverts.
    (#"Spot Block End - text="Spot Block End" amgTrackId="9876543""#, ""),
    (#"durationMilliseconds="30000" insertionType="preroll""#, ""), ("adw_ad='true'", ""), ("AdContext=1", ""),
    // Nothing, addresses and the station itself.
    ("", ""), (" - ", ""), ("...", ""), ("\u{200B}", ""), ("http://radio.example/cover.jpg", ""),
    ("Now: https://radio.example", ""), ("www.radio.example", ""),
    ("Radio One", ""), ("RADIO ONE!", ""), ("radio-one", ""), ("Radio One - Radio One", ""), ("Radio One - Eins", ""),
    ("Radio One - The Song", "Radio One - The Song"), ("Radio One Live Session", "Radio One Live Session"),
  ]

  @Test("a title is kept, fields are read, and what is not a title is none", arguments: rows)
  func title(text: String, title: String) {
    let rule = TitleRule(stations: ["Radio One", "Eins", ""])
    #expect(rule.title(in: text) == title)
    #expect(rule.title(in: title) == title, "the rule changes no title twice")
  }

  @Test("a long text of quotes and equals signs takes no long time")
  func flood() {
    let rule = TitleRule()
    for part in ["=\"", "a=\"b\" ", "\"", "=\"\",", " - "] {
      _ = rule.title(in: String(repeating: part, count: 20_000))
    }
  }
}
