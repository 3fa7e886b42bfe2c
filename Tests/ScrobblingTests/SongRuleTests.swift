import RadioModel
import Testing

@Suite("Which titles are songs")
struct SongRuleTests {
  private static func verdict(_ title: String, _ station: String) -> SongRule.Verdict {
    SongRule.verdict(on: title, stations: [station])
  }

  @Test(
    "songs of real stations are songs, with their artist and title",
    arguments: [
      ("Boards of Canada - Dayvan Cowboy", "Groove Salad", "Boards of Canada", "Dayvan Cowboy"),
      ("Air - La femme d'argent", "FIP", "Air", "La femme d'argent"),
      ("Traffic - Dear Mr. Fantasy", "KEXP", "Traffic", "Dear Mr. Fantasy"),
      ("Live - Lightning Crashes", "Radio Paradise", "Live", "Lightning Crashes"),
      ("Weather Report - Birdland", "Jazz24", "Weather Report", "Birdland"),
      ("Huey Lewis & The News - The Power Of Love", "Antenne Bayern", "Huey Lewis & The News", "The Power Of Love"),
      ("Dire Straits - News", "Radio Bob", "Dire Straits", "News"),
      ("Mac Miller - Good News", "BBC Radio 1", "Mac Miller", "Good News"),
      ("Blur - Advert", "Radio X", "Blur", "Advert"),
      ("Frank Sinatra - Jingle Bells", "Christmas FM", "Frank Sinatra", "Jingle Bells"),
      ("Bobby Helms - Jingle Bell Rock", "Christmas FM", "Bobby Helms", "Jingle Bell Rock"),
      ("Queen - Radio Ga Ga", "Radio Nova", "Queen", "Radio Ga Ga"),
      ("Donna Summer - On The Radio", "Nostalgie", "Donna Summer", "On The Radio"),
      ("The Buggles - Video Killed the Radio Star", "SWR1", "The Buggles", "Video Killed the Radio Star"),
      ("Rammstein - Radio", "Radio Bob", "Rammstein", "Radio"),
      ("Radiohead - Creep", "Radio Swiss Pop", "Radiohead", "Creep"),
      ("TV on the Radio - Wolf Like Me", "Radio Eins", "TV on the Radio", "Wolf Like Me"),
      ("The Radio Dept. - Pulling Our Weight", "Indie Pop Rocks", "The Radio Dept.", "Pulling Our Weight"),
      ("Radio Moscow - No Good Woman", "Radio Caprice", "Radio Moscow", "No Good Woman"),
      ("Radiohead - No Surprises", "Radio Caprice Radiohead", "Radiohead", "No Surprises"),
      ("FM-84 - Running In The Night", "Nightride FM", "FM-84", "Running In The Night"),
      ("FM Belfast - Underwear", "Rás 2", "FM Belfast", "Underwear"),
      ("311 - Amber", "Radio Paradise", "311", "Amber"),
      ("1349 - Chasing Dragons", "Metal FM", "1349", "Chasing Dragons"),
      ("50 Cent - In da Club", "Hot 97", "50 Cent", "In da Club"),
      ("808 State - Pacific", "Radio Nova", "808 State", "Pacific"),
      ("The 1975 - Chocolate", "BBC Radio 1", "The 1975", "Chocolate"),
      ("The Smashing Pumpkins - 1979", "KEXP", "The Smashing Pumpkins", "1979"),
      ("Taylor Swift - 22", "Capital", "Taylor Swift", "22"),
      ("will.i.am - It's My Birthday", "Energy", "will.i.am", "It's My Birthday"),
      ("St.Germain - So Flute", "FIP", "St.Germain", "So Flute"),
      ("M.I.A. - Paper Planes", "KCRW", "M.I.A.", "Paper Planes"),
      ("P.O.D. - Alive", "Rock Antenne", "P.O.D.", "Alive"), ("fun. - We Are Young", "SWR3", "fun.", "We Are Young"),
      ("Black Sabbath - Black Sabbath", "Metal FM", "Black Sabbath", "Black Sabbath"),
      ("Twista - Wetter", "1Live", "Twista", "Wetter"),
      ("Paul McCartney - Coming Up", "BBC Radio 2", "Paul McCartney", "Coming Up"),
      ("Call Super - Arpo Sunk", "NTS 1", "Call Super", "Arpo Sunk"), ("Toto - Africa", "Africa", "Toto", "Africa"),
      ("Кино - Группа крови", "Наше Радио", "Кино", "Группа крови"), ("Björk - Jóga", "Rás 2", "Björk", "Jóga"),
      ("椎名林檎 - 丸ノ内サディスティック", "J1 Hits", "椎名林檎", "丸ノ内サディスティック"),
      ("فيروز - نسم علينا الهوا", "Radio Liban", "فيروز", "نسم علينا الهوا"),
      ("Tommy Tutone - 867-5309/Jenny", "80s 80s", "Tommy Tutone", "867-5309/Jenny"),
      (
        "Johann Sebastian Bach - Suite No. 3 - Air", "Venice Classic Radio", "Johann Sebastian Bach",
        "Suite No. 3 - Air"
      ),
      ("AC/DC - Back In Black", "Rock Antenne", "AC/DC", "Back In Black"),
      ("The The - This Is The Day", "FluxFM", "The The", "This Is The Day"),
      ("Unknown Mortal Orchestra - Hunnybee", "KEXP", "Unknown Mortal Orchestra", "Hunnybee"),
      ("Jacob Collier - Unknown", "Jazz24", "Jacob Collier", "Unknown"),
      ("Support Lesbiens - Cliché", "Evropa 2", "Support Lesbiens", "Cliché"),
      ("Coldplay - Clocks", "", "Coldplay", "Clocks"),
    ] as [(String, String, String, String)])
  func songs(title: String, station: String, artist: String, song: String) {
    #expect(Self.verdict(title, station) == .song(Song(artist: artist, title: song)))
  }

  @Test(
    "station names, adverts, jingles, news, slogans and titles without an artist are none",
    arguments: [
      ("", "FIP", .empty), (" - ", "FIP", .empty), ("***", "FIP", .empty), ("FIP", "FIP", .noArtist),
      ("Groove Salad", "Groove Salad", .noArtist), ("Beethoven: Symphony No. 5", "Klassik Radio", .noArtist),
      ("Dayvan Cowboy", "Groove Salad", .noArtist), (" - Dayvan Cowboy", "Groove Salad", .noArtist),
      ("Boards of Canada - ", "Groove Salad", .noArtist), ("Nacht mit Jan – DJ Set", "FluxFM", .noArtist),
      ("FIP - Toute la musique", "FIP", .station), ("SomaFM - Groove Salad", "SomaFM Groove Salad", .station),
      ("SomaFM - Groove Salad", "SomaFM: Groove Salad", .station),
      ("Groove Salad - SomaFM", "SomaFM: Groove Salad", .station),
      ("Radio Paradise - Commercial-free", "Radio Paradise Main Mix", .station),
      ("Radio Nova - Le grand mix", "Radio Nova", .station),
      ("Radio Nova Paris - Le grand mix", "Radio Nova", .station),
      ("NOSTALGIE - Les plus grandes chansons", "Nostalgie", .station), ("Le meilleur - FIP", "FIP", .station),
      ("The best music - Radio Nova", "Radio Nova", .station),
      ("Antenne Bayern - Wir lieben Bayern", "ANTENNE BAYERN", .station),
      ("Rás-2 - Fréttir", "Ras 2", .station), ("Ad - 30 seconds", "X", .advert), ("Advert: - Carglass", "X", .advert),
      ("Advertisement - Advertisement", "X", .advert), ("Werbung - Carglass", "X", .advert),
      ("Spot 12 - Ford", "X", .advert),
      ("Commercial Break - Back Soon", "X", .advert), ("Publicité - Renault", "X", .advert),
      ("Реклама - Реклама", "X", .advert),
      ("Reklame - Coop", "X", .advert), ("AD_BREAK - AD_BREAK", "X", .advert), ("Jingle - 12", "X", .advert),
      ("JINGLE 03 - Morning", "X", .advert), ("Radio Eins - Jingle 4", "Y", .advert),
      ("Station ID - Long", "X", .advert),
      ("Sweeper - Dry 2", "X", .advert), ("Promo - Concert", "X", .advert), ("KISS - Werbeblock", "Y", .advert),
      ("x - text=\"Spot Block End\" amgTrackId=\"9876543\"", "X", .advert),
      ("adw_ad - durationMilliseconds 30000", "X", .advert), ("News - Top of the hour", "X", .news),
      ("BBC News - The latest headlines", "X", .news), ("Nachrichten - 14 Uhr", "X", .news),
      ("WDR 2 - Nachrichten", "Y", .news),
      ("Wetter - Montag", "X", .news), ("Météo - Paris", "X", .news), ("Traffic report - A1", "X", .news),
      ("Новости - 12:00", "X", .news), ("Now playing - the best of the 80s", "X", .slogan),
      ("You're listening to - the best music", "X", .slogan), ("Sie hören - Radio am Morgen", "X", .slogan),
      ("Vous écoutez - la radio", "X", .slogan), ("Stay tuned - more music", "X", .slogan),
      ("Call us - now", "X", .slogan), ("Support us - at the shop", "X", .slogan), ("On Air - DJ Tom", "X", .slogan),
      ("www.radio.de - Das Beste", "X", .contact), ("Listen on - https://radio.example/", "X", .contact),
      ("Das Beste - radio-nova.com", "X", .contact), ("KEXP - Where the music matters 90.3 FM", "Y", .contact),
      ("101.5FM - Todo éxitos", "X", .contact), ("Hotline - 0800123456", "X", .contact),
      ("Mail - hello@radio.example", "X", .contact),
      ("12:00 - Mittagsmagazin", "X", .noTitle), ("9am - Morning Show", "X", .noTitle),
      ("14 Uhr - Die Sendung", "X", .noTitle),
      ("01 - Intro", "X", .noTitle), ("Show - episode_12.mp3", "X", .noTitle), ("Unknown - Unknown", "X", .unknown),
      ("Unknown Artist - Track 01", "X", .unknown), ("Boards of Canada - Unknown Title", "X", .unknown),
      ("ID - ID", "X", .unknown), ("Airtime - offline", "X", .unknown), ("Tom's Show - Live Stream", "X", .unknown),
      ("N/A - N/A", "X", .unknown), ("Unbekannter Künstler - Lied", "X", .unknown),
      (String(repeating: "a", count: 257) + " - Song", "X", .tooLong),
      ("Artist - " + String(repeating: "b", count: 257), "X", .tooLong),
    ] as [(String, String, SongRule.Reason)])
  func others(title: String, station: String, reason: SongRule.Reason) {
    #expect(Self.verdict(title, station) == .leftOut(reason), "\(title)")
  }

  @Test("the name that the stream sends counts like that of the list")
  func twoNames() {
    let names = ["My favourite", "Radio Nova Lyon"]
    #expect(SongRule.verdict(on: "Radio Nova Lyon - Le grand mix", stations: names) == .leftOut(.station))
    #expect(SongRule.verdict(on: "Air - Sexy Boy", stations: names) == .song(Song(artist: "Air", title: "Sexy Boy")))
  }
}
