/// The words by which ``SongRule`` recognizes what is not a song. All are in the form of ``TitleWords``.
///
/// Many of them are also the names of bands and songs (Traffic, Live, Air, `Blur - Advert`), so that each is compared
/// with a whole part only, or with its beginning.
enum SongWords {
  /// Returns why a title of these parts is not a song; nil when no word shows it.
  static func reason(artist: TitleWords, song: TitleWords) -> SongRule.Reason? {
    if let reason = artists[artist.phraseWithoutNumber] ?? songs[song.phraseWithoutNumber] { return reason }
    let isSlogan = beginnings.contains { artist.phrase == $0 || artist.phrase.hasPrefix($0 + " ") }
    return isSlogan ? .slogan : nil
  }

  /// Whole artists, apart from a number behind them.
  private static let artists = table([
    .advert: [
      "ad", "ads", "ad break", "adbreak", "advert", "adverts", "advertisement", "advertisements", "advertising",
      "commercial", "commercials", "commercial break", "spot", "spot block", "spotblock", "sponsor", "sponsored",
      "promo", "promos", "promotion", "werbung", "werbeblock", "werbespot", "reklame", "reklama", "reclame",
      "publicite",
      "publicidad", "pubblicita", "anuncio", "anuncios", "реклама", "jingle", "jingles", "sweeper", "sweepers", "liner",
      "bumper", "ident", "station id", "station ident", "trailer", "teaser", "stop set", "stopset",
    ],
    .news: [
      "news", "the news", "world news", "local news", "bbc news", "news update", "news bulletin", "newsflash",
      "headlines", "nachrichten", "nieuws", "noticias", "notizie", "actualites", "les infos", "flash info",
      "wiadomosci", "новости", "weather", "weather forecast", "wetter", "meteo", "la meteo", "verkehr", "traffic news",
      "traffic report", "verkehrsfunk", "journaal",
    ],
    .unknown: [
      "unknown", "unknown artist", "artist unknown", "unbekannt", "unbekannter interpret", "unbekannter kunstler",
      "inconnu", "artiste inconnu", "desconocido", "artista desconocido", "sconosciuto", "неизвестен", "n a", "null",
      "undefined", "no artist", "no name", "airtime", "libretime", "azuracast", "autodj", "auto dj", "id", "track",
      "test",
    ],
  ])

  /// Whole songs, apart from a number behind them.
  private static let songs = table([
    .advert: [
      "ad break", "adbreak", "advertisement", "commercials", "spot block", "spotblock", "werbung", "werbeblock",
      "werbespot", "publicite", "publicidad", "pubblicita", "реклама", "jingle", "jingles", "sweeper", "station id",
      "station ident", "we ll be right back", "back soon",
    ],
    .news: ["nachrichten", "news update", "news bulletin", "новости", "traffic report", "weather forecast"],
    .unknown: [
      "unknown title", "unknown track", "unknown song", "unbekannter titel", "titre inconnu", "no title", "n a", "null",
      "undefined", "id", "track", "live stream", "livestream", "on air", "live on air",
    ],
  ])

  /// Beginnings of what speaks to the listener.
  private static let beginnings = [
    "now playing", "you are listening", "you re listening", "listening to", "thanks for listening",
    "thank you for listening", "stay tuned", "coming up", "up next", "next up", "welcome to", "on air", "now on air",
    "call us", "call now", "text us", "follow us", "like us", "visit us", "visit our", "support us", "support our",
    "donate", "download our", "sie horen", "ihr hort", "du horst", "jetzt lauft", "jetzt im", "jetzt auf", "gleich im",
    "gleich auf", "vous ecoutez", "estas escuchando", "stai ascoltando", "je luistert", "u luistert", "sluchate",
  ]

  private static func table(_ lists: [SongRule.Reason: [String]]) -> [String: SongRule.Reason] {
    lists.reduce(into: [:]) { table, list in for phrase in list.value { table[phrase] = list.key } }
  }
}
