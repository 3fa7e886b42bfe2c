import AudioCore
import RadioModel
import Testing

@Suite("What of a station's text is shown and scrobbled")
struct TitleTableTests {
  /// A text that a station sends as its title, what of it is shown, and what of that is scrobbled: `Artist / Title`,
  /// `leftOut.` and the reason, or nothing when no title is shown.
  private struct Row {
    let station, sent, shown, scrobbled: String
  }

  @Test("each text of the table is shown and scrobbled as the table says")
  func table() {
    let malformed = Self.lines.filter { Self.row(of: $0) == nil }
    #expect(malformed == [], "each line has four fields")
    #expect(Self.rows.count >= 200)
    for row in Self.rows {
      let shown = TitleRule(stations: [row.station]).title(in: row.sent)
      let scrobbled = Self.scrobbled(shown, on: row.station)
      #expect(shown == row.shown, "\(row.station) sends \(row.sent.debugDescription)")
      #expect(scrobbled == row.scrobbled, "\(row.station) sends \(row.sent.debugDescription)")
    }
  }

  /// The verdict on `title`, as the table writes it.
  private static func scrobbled(_ title: String, on station: String) -> String {
    switch SongRule.verdict(on: title, stations: [station]) {
    case .song(let song): "\(song.artist) / \(song.title)"
    case .leftOut(.empty) where title.isEmpty: ""
    case .leftOut(let reason): "leftOut.\(reason.rawValue)"
    }
  }

  // MARK: - Rows

  private static let rows: [Row] =
    lines.compactMap { row(of: $0) }
    + unusual.map { Row(station: $0.station, sent: $0.sent, shown: $0.shown, scrobbled: $0.scrobbled) }

  private static let lines = text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }

  /// Reads a line of the table. Returns nil when it does not have four fields.
  private static func row(of line: String) -> Row? {
    let fields = line.split(separator: separator, omittingEmptySubsequences: false).map { $0 == "--" ? "" : String($0) }
    guard fields.count == 4 else { return nil }
    return Row(station: fields[0], sent: fields[1], shown: fields[2], scrobbled: fields[3])
  }

  /// What separates the fields of a line.
  private static let separator = " | "

  /// The rows that need escapes, the separator of the table or a calculation.
  private static let unusual: [(station: String, sent: String, shown: String, scrobbled: String)] = [
    // Blanks and line ends of other kinds.
    ("FIP", "   ", "", ""),
    ("FIP", " - ", "", ""),
    ("Radio Wombat", "\t\r\n", "", ""),
    ("Smooth Radio", "Sade - No Ordinary Love  ", "Sade - No Ordinary Love", "Sade / No Ordinary Love"),
    ("Nostalgie", "Édith Piaf\u{A0}-\u{A0}Milord", "Édith Piaf - Milord", "Édith Piaf / Milord"),
    ("Radio X", "Elbow\t-\tOne Day Like This", "Elbow - One Day Like This", "Elbow / One Day Like This"),
    ("Radio X", "Suede - Trash\r\n", "Suede - Trash", "Suede / Trash"),
    ("Jazz24", "Miles Davis\u{2028}- So What", "Miles Davis - So What", "Miles Davis / So What"),
    // Control characters, byte order marks and the controls of the direction of writing.
    ("Radio X", "Pulp - Common People\u{0}\u{0}\u{0}", "Pulp - Common People", "Pulp / Common People"),
    ("Ancient FM", "Perotin - Viderunt omnes\u{7F}", "Perotin - Viderunt omnes", "Perotin / Viderunt omnes"),
    ("WXPN", "\u{2}Wilco - Jesus, Etc.\u{3}", "Wilco - Jesus, Etc.", "Wilco / Jesus, Etc."),
    ("Наше Радио", "\u{FEFF}Алиса - Трасса Е-95", "Алиса - Трасса Е-95", "Алиса / Трасса Е-95"),
    ("Nogoum FM", "\u{202B}عمرو دياب - تملي معاك\u{202C}", "عمرو دياب - تملي معاك", "عمرو دياب / تملي معاك"),
    ("Galgalatz", "\u{200F}עידן רייכל - ממעמקים", "עידן רייכל - ממעמקים", "עידן רייכל / ממעמקים"),
    ("FIP", "\u{FEFF}", "", ""),
    ("FIP", "\u{200B}\u{200B}", "", ""),
    // Joiners and marks that belong to a word.
    ("Radio Javan", "ابی - می\u{200C}میرم", "ابی - می\u{200C}میرم", "ابی / می\u{200C}میرم"),
    ("Rás 2", "Bjo\u{308}rk - Hyperballad", "Björk - Hyperballad", "Björk / Hyperballad"),
    // The separator of the table.
    ("Rock Antenne", "ROCK ANTENNE | Heavy Metal", "ROCK ANTENNE | Heavy Metal", "leftOut.noArtist"),
    ("France Inter", "Le 7/9 | Nicolas Demorand", "Le 7/9 | Nicolas Demorand", "leftOut.noArtist"),
    ("Radio Blau", " | ", "", ""),
    // Very long ones.
    ("WQXR New York", "Puccini - \(cast)", "Puccini - \(cast)", "leftOut.tooLong"),
    ("Radio Swiss Classic", "\(cast) - Tosca", "\(cast) - Tosca", "leftOut.tooLong"),
    (
      "Radio Wombat", String(repeating: "Mix, ", count: 110), String(repeating: "Mix, ", count: 102) + "Mi",
      "leftOut.noArtist"
    ),
  ]

  /// The singers of an opera: longer than the name of any artist or song.
  private static let cast =
    "Maria Callas (Floria Tosca), Giuseppe di Stefano (Mario Cavaradossi), Tito Gobbi (Il barone Scarpia), "
    + "Franco Calabrese (Cesare Angelotti), Melchiorre Luise (Il sagrestano), Angelo Mercuriali (Spoletta), "
    + "Dario Caselli (Sciarrone), Alvaro Cordova (Un pastore), Coro e Orchestra del Teatro alla Scala"

  /// A line is a row: the station, what it sends, what is shown, what is scrobbled. `--` is nothing, and a line that
  /// begins with `#` names the rows below it. `\#` at the end of a line continues it.
  private static let text = #"""
    # Songs in English.
    KCRW Eclectic 24 | Khruangbin - White Gloves | Khruangbin - White Gloves | Khruangbin / White Gloves
    KEXP 90.3 Seattle | Big Thief - Simulation Swarm | Big Thief - Simulation Swarm | Big Thief / Simulation Swarm
    Radio Paradise | Fleetwood Mac - Silver Springs | Fleetwood Mac - Silver Springs | Fleetwood Mac / Silver Springs
    Radio Paradise Mellow Mix | Nick Drake - Pink Moon | Nick Drake - Pink Moon | Nick Drake / Pink Moon
    SomaFM Indie Pop Rocks! | The Beths - Expert In A Dying Field | The Beths - Expert In A Dying Field | \#
    The Beths / Expert In A Dying Field
    SomaFM Secret Agent | Lalo Schifrin - Mission: Impossible | Lalo Schifrin - Mission: Impossible | \#
    Lalo Schifrin / Mission: Impossible
    SomaFM Drone Zone | Stars of the Lid - Requiem for Dying Mothers, Pt. 2 | \#
    Stars of the Lid - Requiem for Dying Mothers, Pt. 2 | Stars of the Lid / Requiem for Dying Mothers, Pt. 2
    SomaFM Boot Liquor | Johnny Cash - Ring of Fire | Johnny Cash - Ring of Fire | Johnny Cash / Ring of Fire
    SomaFM Metal Detector | Opeth - Ghost of Perdition | Opeth - Ghost of Perdition | Opeth / Ghost of Perdition
    BBC Radio 6 Music | Fontaines D.C. - Boys in the Better Land | Fontaines D.C. - Boys in the Better Land | \#
    Fontaines D.C. / Boys in the Better Land
    Nightride FM | The Midnight - Sunset | The Midnight - Sunset | The Midnight / Sunset
    Absolute Radio | The Jam - Town Called Malice | The Jam - Town Called Malice | The Jam / Town Called Malice
    WWOZ New Orleans | Professor Longhair - Tipitina | Professor Longhair - Tipitina | Professor Longhair / Tipitina
    Dance UK Radio | Fragma - Toca's Miracle | Fragma - Toca's Miracle | Fragma / Toca's Miracle
    Americas Country | Dolly Parton - Jolene | Dolly Parton - Jolene | Dolly Parton / Jolene
    ABC triple j | Tame Impala - Let It Happen | Tame Impala - Let It Happen | Tame Impala / Let It Happen
    RNZ National | The Chills - Pink Frost | The Chills - Pink Frost | The Chills / Pink Frost
    BBC Radio Scotland | Runrig - Loch Lomond | Runrig - Loch Lomond | Runrig / Loch Lomond
    # Songs in German, Dutch and the languages of the north.
    Antenne Bayern | Nena - Irgendwie, irgendwo, irgendwann | Nena - Irgendwie, irgendwo, irgendwann | \#
    Nena / Irgendwie, irgendwo, irgendwann
    SWR1 | Herbert Grönemeyer - Männer | Herbert Grönemeyer - Männer | Herbert Grönemeyer / Männer
    Radio Bob | Die Ärzte - Schrei nach Liebe | Die Ärzte - Schrei nach Liebe | Die Ärzte / Schrei nach Liebe
    MDR Jump | Peter Fox - Haus am See | Peter Fox - Haus am See | Peter Fox / Haus am See
    Bayern 1 | Udo Jürgens - Griechischer Wein | Udo Jürgens - Griechischer Wein | Udo Jürgens / Griechischer Wein
    FluxFM | Wir sind Helden - Müssen nur wollen | Wir sind Helden - Müssen nur wollen | \#
    Wir sind Helden / Müssen nur wollen
    1Live | Cro - Easy | Cro - Easy | Cro / Easy
    SRF 3 | Züri West - I schänke dir mis Härz | Züri West - I schänke dir mis Härz | Züri West / I schänke dir mis Härz
    NPO Radio 2 | Boudewijn de Groot - Avond | Boudewijn de Groot - Avond | Boudewijn de Groot / Avond
    Radio 2 Antwerpen | Gorki - Mia | Gorki - Mia | Gorki / Mia
    Sveriges Radio P3 | Håkan Hellström - Känn ingen sorg för mig Göteborg | \#
    Håkan Hellström - Känn ingen sorg för mig Göteborg | Håkan Hellström / Känn ingen sorg för mig Göteborg
    DR P4 | Kim Larsen - Papirsklip | Kim Larsen - Papirsklip | Kim Larsen / Papirsklip
    NRK P3 | Sigrid - Don't Kill My Vibe | Sigrid - Don't Kill My Vibe | Sigrid / Don't Kill My Vibe
    Rás 2 | Sigur Rós - Hoppípolla | Sigur Rós - Hoppípolla | Sigur Rós / Hoppípolla
    YleX | Haloo Helsinki! - Beibi | Haloo Helsinki! - Beibi | Haloo Helsinki! / Beibi
    # Songs in the languages of the south.
    FIP | Françoise Hardy - Tous les garçons et les filles | Françoise Hardy - Tous les garçons et les filles | \#
    Françoise Hardy / Tous les garçons et les filles
    Nostalgie | Jacques Brel - Ne me quitte pas | Jacques Brel - Ne me quitte pas | Jacques Brel / Ne me quitte pas
    France Inter | Camille - Ta douleur | Camille - Ta douleur | Camille / Ta douleur
    NRJ | Stromae - Alors on danse | Stromae - Alors on danse | Stromae / Alors on danse
    RTS Couleur 3 | Stephan Eicher - Déjeuner en paix | Stephan Eicher - Déjeuner en paix | \#
    Stephan Eicher / Déjeuner en paix
    Ici Musique | Les Cowboys Fringants - Les étoiles filantes | Les Cowboys Fringants - Les étoiles filantes | \#
    Les Cowboys Fringants / Les étoiles filantes
    Radio Nova | Amadou & Mariam - Beaux dimanches | Amadou & Mariam - Beaux dimanches | \#
    Amadou & Mariam / Beaux dimanches
    Los 40 | Rosalía - Malamente | Rosalía - Malamente | Rosalía / Malamente
    Cadena Dial | Joaquín Sabina - 19 días y 500 noches | Joaquín Sabina - 19 días y 500 noches | \#
    Joaquín Sabina / 19 días y 500 noches
    Nacional Rock | Soda Stereo - De música ligera | Soda Stereo - De música ligera | Soda Stereo / De música ligera
    Nacional Clásica | Mercedes Sosa - Gracias a la vida | Mercedes Sosa - Gracias a la vida | \#
    Mercedes Sosa / Gracias a la vida
    Antena 3 | António Variações - Estou além | António Variações - Estou além | António Variações / Estou além
    Rádio USP | Tom Jobim - Águas de março | Tom Jobim - Águas de março | Tom Jobim / Águas de março
    Nova Brasil FM | Chico Buarque - Construção | Chico Buarque - Construção | Chico Buarque / Construção
    Radio Italia | Lucio Battisti - Il mio canto libero | Lucio Battisti - Il mio canto libero | \#
    Lucio Battisti / Il mio canto libero
    Rai Radio 2 | Måneskin - Zitti e buoni | Måneskin - Zitti e buoni | Måneskin / Zitti e buoni
    ERT Trito | Μάνος Χατζιδάκις - Το χαμόγελο της Τζοκόντας | Μάνος Χατζιδάκις - Το χαμόγελο της Τζοκόντας | \#
    Μάνος Χατζιδάκις / Το χαμόγελο της Τζοκόντας
    # Songs in the languages of the east.
    Radio Nowy Świat | Maanam - Kocham cię, kochanie moje | Maanam - Kocham cię, kochanie moje | \#
    Maanam / Kocham cię, kochanie moje
    Polskie Radio Trójka | Czesław Niemen - Dziwny jest ten świat | Czesław Niemen - Dziwny jest ten świat | \#
    Czesław Niemen / Dziwny jest ten świat
    Evropa 2 | Mirai - Když nemůžeš, tak přidej | Mirai - Když nemůžeš, tak přidej | Mirai / Když nemůžeš, tak přidej
    Radio Devín | Marika Gombitová - Vyznanie | Marika Gombitová - Vyznanie | Marika Gombitová / Vyznanie
    Petőfi Rádió | Omega - Gyöngyhajú lány | Omega - Gyöngyhajú lány | Omega / Gyöngyhajú lány
    Val 202 | Siddharta - Ledena | Siddharta - Ledena | Siddharta / Ledena
    Radio Beograd 202 | Ekatarina Velika - Par godina za nas | Ekatarina Velika - Par godina za nas | \#
    Ekatarina Velika / Par godina za nas
    Radio România Muzical | Phoenix - Vara | Phoenix - Vara | Phoenix / Vara
    Klassikaraadio | Arvo Pärt - Spiegel im Spiegel | Arvo Pärt - Spiegel im Spiegel | Arvo Pärt / Spiegel im Spiegel
    Latvijas Radio 5 | Prāta Vētra - Plaukstas lieluma pavasaris | Prāta Vētra - Plaukstas lieluma pavasaris | \#
    Prāta Vētra / Plaukstas lieluma pavasaris
    TRT FM | Sezen Aksu - Firuze | Sezen Aksu - Firuze | Sezen Aksu / Firuze
    Наше Радио | Сплин - Выхода нет | Сплин - Выхода нет | Сплин / Выхода нет
    Европа Плюс | Земфира - Искала | Земфира - Искала | Земфира / Искала
    Radio ROKS | Океан Ельзи - Без бою | Океан Ельзи - Без бою | Океан Ельзи / Без бою
    БНР Христо Ботев | Щурците - Клетва | Щурците - Клетва | Щурците / Клетва
    # Songs in the languages of Asia and Africa.
    Nogoum FM | أم كلثوم - إنت عمري | أم كلثوم - إنت عمري | أم كلثوم / إنت عمري
    Galgalatz | שלמה ארצי - תרקוד | שלמה ארצי - תרקוד | שלמה ארצי / תרקוד
    Radio Javan | گوگوش - پل | گوگوش - پل | گوگوش / پل
    Vividh Bharati | लता मंगेशकर - लग जा गले | लता मंगेशकर - लग जा गले | लता मंगेशकर / लग जा गले
    Radio Mirchi | A. R. Rahman - Dil Se Re | A. R. Rahman - Dil Se Re | A. R. Rahman / Dil Se Re
    Cool Fahrenheit | บอดี้สแลม - แสงสุดท้าย | บอดี้สแลม - แสงสุดท้าย | บอดี้สแลม / แสงสุดท้าย
    VOV3 | Hồng Nhung - Cho em một ngày | Hồng Nhung - Cho em một ngày | Hồng Nhung / Cho em một ngày
    KBS Cool FM | 아이유 - 밤편지 | 아이유 - 밤편지 | 아이유 / 밤편지
    Big B Radio | BTS - 봄날 | BTS - 봄날 | BTS / 봄날
    J1 HITS | 宇多田ヒカル - First Love | 宇多田ヒカル - First Love | 宇多田ヒカル / First Love
    Shonan Beach FM | 山下達郎 - RIDE ON TIME | 山下達郎 - RIDE ON TIME | 山下達郎 / RIDE ON TIME
    Hit FM | 周杰倫 - 晴天 | 周杰倫 - 晴天 | 周杰倫 / 晴天
    RTHK Radio 2 | 王菲 - 我願意 | 王菲 - 我願意 | 王菲 / 我願意
    Metro FM | Fela Kuti - Water No Get Enemy | Fela Kuti - Water No Get Enemy | Fela Kuti / Water No Get Enemy
    Radio Dakar | Youssou N'Dour & Neneh Cherry - 7 Seconds | Youssou N'Dour & Neneh Cherry - 7 Seconds | \#
    Youssou N'Dour & Neneh Cherry / 7 Seconds
    # Artists and songs with words that stations use for something else.
    Planet Rock | Bad News - Bohemian Rhapsody | Bad News - Bohemian Rhapsody | Bad News / Bohemian Rhapsody
    Magic 105.4 | The Weather Girls - It's Raining Men | The Weather Girls - It's Raining Men | \#
    The Weather Girls / It's Raining Men
    Positively Oldies | The Ad Libs - The Boy from New York City | The Ad Libs - The Boy from New York City | \#
    The Ad Libs / The Boy from New York City
    Resonance FM | Test Dept - The Unacceptable Face of Freedom | Test Dept - The Unacceptable Face of Freedom | \#
    Test Dept / The Unacceptable Face of Freedom
    UCB 2 | Newsboys - Shine | Newsboys - Shine | Newsboys / Shine
    Kerrang Radio | My Chemical Romance - Welcome to the Black Parade | \#
    My Chemical Romance - Welcome to the Black Parade | My Chemical Romance / Welcome to the Black Parade
    Capital | Carly Rae Jepsen - Call Me Maybe | Carly Rae Jepsen - Call Me Maybe | Carly Rae Jepsen / Call Me Maybe
    KEXP 90.3 Seattle | R.E.M. - Radio Free Europe | R.E.M. - Radio Free Europe | R.E.M. / Radio Free Europe
    BBC Radio 6 Music | The Clash - This Is Radio Clash | The Clash - This Is Radio Clash | \#
    The Clash / This Is Radio Clash
    SWR3 | LL Cool J - I Can't Live Without My Radio | LL Cool J - I Can't Live Without My Radio | \#
    LL Cool J / I Can't Live Without My Radio
    Rock Antenne | FM Static - Tonight | FM Static - Tonight | FM Static / Tonight
    NTS 2 | Channel Tres - Topdown | Channel Tres - Topdown | Channel Tres / Topdown
    BBC Radio 2 | David Bowie - Station to Station | David Bowie - Station to Station | David Bowie / Station to Station
    Radio Seagull | Joni Mitchell - You Turn Me On, I'm a Radio | Joni Mitchell - You Turn Me On, I'm a Radio | \#
    Joni Mitchell / You Turn Me On, I'm a Radio
    # Artists and songs that share words with the station's name.
    Heart 80s | Heart - Alone | Heart - Alone | Heart / Alone
    KISS FM | Kiss - Detroit Rock City | Kiss - Detroit Rock City | Kiss / Detroit Rock City
    Capital | Capital Cities - Safe And Sound | Capital Cities - Safe And Sound | Capital Cities / Safe And Sound
    Virgin Radio | Madonna - Like A Virgin | Madonna - Like A Virgin | Madonna / Like A Virgin
    Radio Nova | Nova Twins - Antagonist | Nova Twins - Antagonist | Nova Twins / Antagonist
    Smooth Radio | Santana - Smooth | Santana - Smooth | Santana / Smooth
    Jazz FM | Jazz Liberatorz - Indonesia | Jazz Liberatorz - Indonesia | Jazz Liberatorz / Indonesia
    ABBA Radio | ABBA - Waterloo | ABBA - Waterloo | ABBA / Waterloo
    # Numbers, times and dots in names.
    Radio 538 | 3OH!3 - Don't Trust Me | 3OH!3 - Don't Trust Me | 3OH!3 / Don't Trust Me
    Radio Swiss Pop | 4 Non Blondes - What's Up? | 4 Non Blondes - What's Up? | 4 Non Blondes / What's Up?
    WDR 4 | 10cc - I'm Not in Love | 10cc - I'm Not in Love | 10cc / I'm Not in Love
    WXPN | 10,000 Maniacs - Like the Weather | 10,000 Maniacs - Like the Weather | 10,000 Maniacs / Like the Weather
    Dance UK Radio | 2 Unlimited - No Limit | 2 Unlimited - No Limit | 2 Unlimited / No Limit
    Radio Fritz | 65daysofstatic - Radio Protector | 65daysofstatic - Radio Protector | 65daysofstatic / Radio Protector
    Radio X | 999 - Homicide | 999 - Homicide | 999 / Homicide
    1Live | 24kGoldn - Mood | 24kGoldn - Mood | 24kGoldn / Mood
    Capital | 5 Seconds Of Summer - Youngblood | 5 Seconds Of Summer - Youngblood | 5 Seconds Of Summer / Youngblood
    SWR1 | Zager & Evans - In the Year 2525 | Zager & Evans - In the Year 2525 | Zager & Evans / In the Year 2525
    Nostalgie | Chicago - 25 or 6 to 4 | Chicago - 25 or 6 to 4 | Chicago / 25 or 6 to 4
    Absolute Radio | The Proclaimers - I'm Gonna Be (500 Miles) | The Proclaimers - I'm Gonna Be (500 Miles) | \#
    The Proclaimers / I'm Gonna Be (500 Miles)
    BBC Radio 6 Music | The Strokes - 12:51 | The Strokes - 12:51 | The Strokes / 12:51
    NRK P3 | Bon Iver - 22 (OVER S∞∞N) | Bon Iver - 22 (OVER S∞∞N) | Bon Iver / 22 (OVER S∞∞N)
    Radio Bob | Nine Inch Nails - 1,000,000 | Nine Inch Nails - 1,000,000 | Nine Inch Nails / 1,000,000
    Europa FM | Sofia Reyes - 1, 2, 3 | Sofia Reyes - 1, 2, 3 | Sofia Reyes / 1, 2, 3
    Energy | t.A.T.u. - All The Things She Said | t.A.T.u. - All The Things She Said | \#
    t.A.T.u. / All The Things She Said
    Hot 97 | B.o.B - Nothin' On You | B.o.B - Nothin' On You | B.o.B / Nothin' On You
    Magic 105.4 | Ph.D. - I Won't Let You Down | Ph.D. - I Won't Let You Down | Ph.D. / I Won't Let You Down
    WXPN | J.J. Cale - Cocaine | J.J. Cale - Cocaine | J.J. Cale / Cocaine
    Radio Paradise | Pearl Jam - Black (Live 2000-06-26) | Pearl Jam - Black (Live 2000-06-26) | \#
    Pearl Jam / Black (Live 2000-06-26)
    Virgin Radio | a-ha - Take On Me | a-ha - Take On Me | a-ha / Take On Me
    # Signs in names.
    BBC Radio 2 | "Weird Al" Yankovic - Eat It | "Weird Al" Yankovic - Eat It | "Weird Al" Yankovic / Eat It
    Radio Eins | David Bowie - "Heroes" | David Bowie - "Heroes" | David Bowie / "Heroes"
    SWR3 | Die Fantastischen Vier - "Die da!?!" | Die Fantastischen Vier - "Die da!?!" | \#
    Die Fantastischen Vier / "Die da!?!"
    Radio Bob | Die Toten Hosen - „Tage wie diese“ | Die Toten Hosen - „Tage wie diese“ | \#
    Die Toten Hosen / „Tage wie diese“
    Rock Antenne | Guns N’ Roses - Sweet Child O’ Mine | Guns N’ Roses - Sweet Child O’ Mine | \#
    Guns N’ Roses / Sweet Child O’ Mine
    Radio Paradise | Simon & Garfunkel - Scarborough Fair / Canticle | \#
    Simon & Garfunkel - Scarborough Fair / Canticle | Simon & Garfunkel / Scarborough Fair / Canticle
    WXPN | Crosby, Stills, Nash & Young - Ohio | Crosby, Stills, Nash & Young - Ohio | \#
    Crosby, Stills, Nash & Young / Ohio
    Oldies 104 | ? & The Mysterians - 96 Tears | ? & The Mysterians - 96 Tears | ? & The Mysterians / 96 Tears
    Hot 97 | A$AP Rocky - Praise The Lord (Da Shine) | A$AP Rocky - Praise The Lord (Da Shine) | \#
    A$AP Rocky / Praise The Lord (Da Shine)
    Energy | P!nk - So What | P!nk - So What | P!nk / So What
    Energy | Ke$ha - TiK ToK | Ke$ha - TiK ToK | Ke$ha / TiK ToK
    FIP Electro | Justice - D.A.N.C.E. | Justice - D.A.N.C.E. | Justice / D.A.N.C.E.
    KEXP 90.3 Seattle | Godspeed You! Black Emperor - Storm | Godspeed You! Black Emperor - Storm | \#
    Godspeed You! Black Emperor / Storm
    Rás 2 | Sigur Rós - Untitled #1 (Vaka) | Sigur Rós - Untitled #1 (Vaka) | Sigur Rós / Untitled #1 (Vaka)
    Kink | Rage Against The Machine - Wake Up/Freedom | Rage Against The Machine - Wake Up/Freedom | \#
    Rage Against The Machine / Wake Up/Freedom
    Radio Swiss Pop | Lou Bega - Mambo No. 5 (A Little Bit of...) | Lou Bega - Mambo No. 5 (A Little Bit of...) | \#
    Lou Bega / Mambo No. 5 (A Little Bit of...)
    Absolute Classic Rock | Prince & The Revolution - Purple Rain [2015 Remaster] | \#
    Prince & The Revolution - Purple Rain [2015 Remaster] | Prince & The Revolution / Purple Rain [2015 Remaster]
    Capital | Calvin Harris x Dua Lipa - One Kiss | Calvin Harris x Dua Lipa - One Kiss | \#
    Calvin Harris x Dua Lipa / One Kiss
    Radio 538 | Macklemore & Ryan Lewis feat. Wanz - Thrift Shop | \#
    Macklemore & Ryan Lewis feat. Wanz - Thrift Shop | Macklemore & Ryan Lewis feat. Wanz / Thrift Shop
    ByteFM | Ja, Panik - Nevermore | Ja, Panik - Nevermore | Ja, Panik / Nevermore
    # Letters that the station's system has lost, and names of characters, which stay.
    Virgin Radio | Bj?rk - Human Behaviour | Bj?rk - Human Behaviour | Bj?rk / Human Behaviour
    Smooth Radio | Ike &amp; Tina Turner - Proud Mary | Ike &amp; Tina Turner - Proud Mary | \#
    Ike &amp; Tina Turner / Proud Mary
    # Upper and lower case.
    Radio 538 | THE WEEKND - BLINDING LIGHTS | THE WEEKND - BLINDING LIGHTS | THE WEEKND / BLINDING LIGHTS
    NRJ | DAVID GUETTA FT. SIA - TITANIUM | DAVID GUETTA FT. SIA - TITANIUM | DAVID GUETTA FT. SIA / TITANIUM
    Radio Italia | ZUCCHERO - DIAMANTE | ZUCCHERO - DIAMANTE | ZUCCHERO / DIAMANTE
    Kronehit | AMY MACDONALD - THIS IS THE LIFE | AMY MACDONALD - THIS IS THE LIFE | AMY MACDONALD / THIS IS THE LIFE
    Hirschmilch Chillout | carbon based lifeforms - photosynthesis | carbon based lifeforms - photosynthesis | \#
    carbon based lifeforms / photosynthesis
    Los 40 | MECANO - HIJO DE LA LUNA | MECANO - HIJO DE LA LUNA | MECANO / HIJO DE LA LUNA
    # Several parts: the first is the artist.
    Radio Swiss Classic | Ludwig van Beethoven - Klaviersonate Nr. 14 - Adagio sostenuto | \#
    Ludwig van Beethoven - Klaviersonate Nr. 14 - Adagio sostenuto | \#
    Ludwig van Beethoven / Klaviersonate Nr. 14 - Adagio sostenuto
    Klassik Radio | Hans Zimmer - Interstellar - Cornfield Chase | Hans Zimmer - Interstellar - Cornfield Chase | \#
    Hans Zimmer / Interstellar - Cornfield Chase
    Venice Classic Radio Italia | Antonio Vivaldi - Concerto in mi maggiore - Allegro | \#
    Antonio Vivaldi - Concerto in mi maggiore - Allegro | Antonio Vivaldi / Concerto in mi maggiore - Allegro
    SomaFM DEF CON Radio | Com Truise - Galactic Melt - VHS Sex | Com Truise - Galactic Melt - VHS Sex | \#
    Com Truise / Galactic Melt - VHS Sex
    Radio Swiss Jazz | Bill Evans - Waltz for Debby - Take 2 | Bill Evans - Waltz for Debby - Take 2 | \#
    Bill Evans / Waltz for Debby - Take 2
    Dance UK Radio | Energy 52 - Café del Mar - Three 'N One Remix | \#
    Energy 52 - Café del Mar - Three 'N One Remix | Energy 52 / Café del Mar - Three 'N One Remix
    FIP Jazz | Jean-Luc Ponty - Cosmic Messenger - Part 1 | Jean-Luc Ponty - Cosmic Messenger - Part 1 | \#
    Jean-Luc Ponty / Cosmic Messenger - Part 1
    # Blanks that are too many.
    Smooth Radio |   Sade - By Your Side | Sade - By Your Side | Sade / By Your Side
    Smooth Radio | Sade   -   Smooth Operator | Sade - Smooth Operator | Sade / Smooth Operator
    Smooth Radio | Luther  Vandross - Never Too Much | Luther Vandross - Never Too Much | \#
    Luther Vandross / Never Too Much
    # Fields of automation systems that hold a song.
    Z100 New York | Dua Lipa - text="Levitating" song_spot="M" MediaBaseId="2637458" itunesTrackId="0" \#
    amgTrackId="-1" amgArtistId="0" TAID="1207581" TPID="96325441" cartcutId="1100452001" \#
    amgArtworkURL="http://image.example/96325441.jpg" length="00:03:12" unsID="-1" spotInstanceId="-1" | \#
    Dua Lipa - Levitating | Dua Lipa / Levitating
    102.7 KIIS FM | Sabrina Carpenter - text="Espresso" song_spot="M" MediaBaseId="0" itunesTrackId="0" TAID="0" \#
    TPID="0" | Sabrina Carpenter - Espresso | Sabrina Carpenter / Espresso
    iHeart80s | Hall & Oates - text="You Make My Dreams (Come True)" song_spot="F" MediaBaseId="1096354" TAID="0" | \#
    Hall & Oates - You Make My Dreams (Come True) | Hall & Oates / You Make My Dreams (Come True)
    104.3 MYfm | P!nk - text="What About Us" song_spot="M" spotInstanceId="-1" length="00:04:18" \#
    MediaBaseId="2400112" | P!nk - What About Us | P!nk / What About Us
    Q104.3 | Guns N' Roses - text="November Rain" song_spot="F" TAID="31092" TPID="312417" length="00:08:57" | \#
    Guns N' Roses - November Rain | Guns N' Roses / November Rain
    Q104.3 | David Bowie - text=""Heroes" (Single Version)" song_spot="F" TAID="0" | \#
    David Bowie - "Heroes" (Single Version) | David Bowie / "Heroes" (Single Version)
    Mix 96.9 | Train - text="Drops Of Jupiter - Live" song_spot="M" MediaBaseId="0" | \#
    Train - Drops Of Jupiter - Live | Train / Drops Of Jupiter - Live
    Big 95.5 | Luke Combs - text="Fast Car" | Luke Combs - Fast Car | Luke Combs / Fast Car
    KBIG | title="Take It Easy",artist="Eagles",url="song_spot=\"F\" MediaBaseId=\"1104217\" itunesTrackId=\"0\" \#
    TAID=\"7311\"" | Eagles - Take It Easy | Eagles / Take It Easy
    KBIG | title="VALERIE",artist="Steve Winwood",url="song_spot="F" MediaBaseId="0" TAID="0" spotInstanceId="-1"" | \#
    Steve Winwood - VALERIE | Steve Winwood / VALERIE
    iHeart Country | title="Tennessee Whiskey",artist="Chris Stapleton",url="song_spot=\"M\" spotInstanceId=\"-1\" \#
    length=\"00:04:53\" MediaBaseId=\"2111675\" amgArtworkURL=\"\" spEventID=\"97881034-6474-f111-8380-0242c86e7629\" \#
    " | Chris Stapleton - Tennessee Whiskey | Chris Stapleton / Tennessee Whiskey
    Triple M | title="Flame Trees",artist="Cold Chisel",url="https://np.example/c/3b1e.jpg?t=1714560021&l=250" | \#
    Cold Chisel - Flame Trees | Cold Chisel / Flame Trees
    Hit Network | title="Silverchair - Tomorrow" | Silverchair - Tomorrow | Silverchair / Tomorrow
    Radio Garden Party | artist="Bonobo" title="Kerala" album="Migration" | Bonobo - Kerala | Bonobo / Kerala
    Warp Mix | TITLE="Windowlicker", ARTIST="Aphex Twin", ALBUM="Windowlicker EP" | Aphex Twin - Windowlicker | \#
    Aphex Twin / Windowlicker
    WNYC | title="Morning Edition",artist="",url="" | Morning Edition | leftOut.noArtist
    Star 94 | Lenny Kravitz - Fly Away StreamUrl="https://img.example/4711.jpg" | Lenny Kravitz - Fly Away | \#
    Lenny Kravitz / Fly Away
    Star 94 | Norah Jones - Sunrise; url="http://img.example/n.png" | Norah Jones - Sunrise | Norah Jones / Sunrise
    KSJO | Tesla - text="" song_spot="M" MediaBaseId="0" | Tesla | leftOut.noArtist
    Star 94 | "Weird Al" Yankovic - text="Eat It" song_spot="M" | "Weird Al" Yankovic - Eat It | \#
    "Weird Al" Yankovic / Eat It
    WGCI |  - text="Back after lunch" | Back after lunch | leftOut.noArtist
    WHTZ | Sabrina - text="Boys" song_spot="T" MediaBaseId="1873" TPID="5521" | Sabrina - Boys | Sabrina / Boys
    # Fields that hold none.
    WHTZ | Burger Bar - text="Two for one" song_spot="T" MediaBaseId="0" TPID="0" | -- | --
    WHTZ | title="",artist="",url="song_spot="T" MediaBaseId="0"" | -- | --
    WHTZ | title="",artist="",url="song_spot=\"T\" spotInstanceId=\"94695128\" length=\"00:00:29\"" | -- | --
    WHTZ | song_spot="F" MediaBaseId="0" itunesTrackId="0" amgTrackId="-1" length="00:00:10" | -- | --
    Magic 89.9 | 0" TAID="0" TPID="198250417" cartcutId="0718220001" amgArtworkURL="" length="00:03:41" unsID= | -- | --
    Magic 89.9 | " MediaBaseId="0" itunesTrackId="0" TAID="0" | -- | --
    Kiss Fresh | \#
    title="https://listen.example/api9/eventdata/263114807",url="https://listen.example/api9/eventdata/263114807" | \#
    -- | --
    # Marks of advertising systems.
    Radio Oberland | adw_ad='true' | -- | --
    Radio Oberland | durationMilliseconds='20096' | -- | --
    Radio Oberland | adw_ad="true" durationMilliseconds="30000" adId="58213" insertionType="midroll" | -- | --
    KROQ | insertionType='preroll';adId='30142';durationMilliseconds='15046' | -- | --
    Rock FM | AdsWizz - preroll | -- | --
    WGCI | adContext="sponsor" text="Commercial" TPID="1" | -- | --
    WGCI | Spot Block Begin | -- | --
    WGCI |  - text="Spot Block End" length="00:00:00" show="" digitalAds="" | -- | --
    WGCI | title="Spot Block End",artist="",url="song_spot=\"F\" spotInstanceId=\"-1\"" | -- | --
    KDWB | SPOT BLOCK | -- | --
    KDWB | SPOT_BLOCK_START - 180 | -- | --
    KROQ | START_AD_BREAK_30 | -- | --
    KROQ | STOP ADBREAK | -- | --
    Rock FM | Advertisement_Start | -- | --
    Rock FM | ADWTAG_15000 | -- | --
    # Adverts and jingles in words: they are shown, since the station sends them as text.
    Jazz Lounge 365 | Advert: - Live365 - Advertisement | Advert: - Live365 - Advertisement | leftOut.advert
    Radio Hamburg | Werbung - Werbung | Werbung - Werbung | leftOut.advert
    Radio Hamburg | Werbespot - Möbel Höffner | Werbespot - Möbel Höffner | leftOut.advert
    Radio Hamburg | Radio Hamburg - Werbung | Radio Hamburg - Werbung | leftOut.advert
    Hit Radio FFH | WERBUNG 2 - Block B | WERBUNG 2 - Block B | leftOut.advert
    Radio Kiepenkerl | Jingle - Drop 4 | Jingle - Drop 4 | leftOut.advert
    Rádio Comercial | Rádio Comercial - Jingle 12 | Rádio Comercial - Jingle 12 | leftOut.advert
    Los 40 | Publicidad - Coca-Cola | Publicidad - Coca-Cola | leftOut.advert
    R101 | Pubblicità - Spot 3 | Pubblicità - Spot 3 | leftOut.advert
    Chérie FM | Chérie FM - Publicité | Chérie FM - Publicité | leftOut.advert
    Radio 10 | Reclame - STER | Reclame - STER | leftOut.advert
    RMF FM | Reklama - Blok 2 | Reklama - Blok 2 | leftOut.advert
    Русское Радио | РЕКЛАМА - БЛОК | РЕКЛАМА - БЛОК | leftOut.advert
    WXRT | Commercials - Stopset B | Commercials - Stopset B | leftOut.advert
    WXRT | Sponsor - Binny's | Sponsor - Binny's | leftOut.advert
    Kane FM | Sweeper 07 - Dry | Sweeper 07 - Dry | leftOut.advert
    Kane FM | Station Ident - Top of Hour | Station Ident - Top of Hour | leftOut.advert
    Deutschlandfunk Kultur | Trailer - Krimi am Samstag | Trailer - Krimi am Samstag | leftOut.advert
    Radio Fritz | Teaser - Nightflight | Teaser - Nightflight | leftOut.advert
    WRIF | The Rock - We'll Be Right Back | The Rock - We'll Be Right Back | leftOut.advert
    # A song beside the station's name, an address or the number of a track.
    Radio Bob | Radio BOB! - AC/DC - Thunderstruck | AC/DC - Thunderstruck | AC/DC / Thunderstruck
    Chérie FM | Zaz - Je veux - CHERIE FM | Zaz - Je veux | Zaz / Je veux
    Radio Arabella | Nena - Leuchtturm http://www.radioarabella.de | Nena - Leuchtturm | Nena / Leuchtturm
    Radio Arabella | Nena - Leuchtturm - www.radioarabella.de | Nena - Leuchtturm | Nena / Leuchtturm
    Radio X | Blur - | Blur | leftOut.noArtist
    Vinyl Classics | Now Playing: Yes - Roundabout | Yes - Roundabout | Yes / Roundabout
    Vinyl Classics | Now Playing: Classic Vinyl | Now Playing: Classic Vinyl | leftOut.noArtist
    Radio Wombat | 05 - Neu! - Hallogallo | 05 - Neu! - Hallogallo | Neu! / Hallogallo
    Radio Wombat | 01. Can - Vitamin C | 01. Can - Vitamin C | Can / Vitamin C
    Radio X | Björk - Isobel @ Union Chapel | Björk - Isobel @ Union Chapel | \#
    Björk / Isobel @ Union Chapel
    Radio X | Gorillaz feat.De La Soul - Feel Good Inc. | Gorillaz feat.De La Soul - Feel Good Inc. | \#
    Gorillaz feat.De La Soul / Feel Good Inc.
    # The station itself.
    Chérie FM | CHERIE FM | -- | --
    FIP | FIP | -- | --
    FIP Rock | fip rock | -- | --
    Radio Paradise | RADIO PARADISE | -- | --
    Jazz24 | Jazz 24 | -- | --
    KEXP 90.3 Seattle | KEXP 90.3 Seattle | -- | --
    R/a/dio | R-a-d-i-o | -- | --
    BBC Radio 3 | BBC Radio 3 - BBC Radio 3 | -- | --
    BBC Radio 2 | BBC RADIO 2 - | -- | --
    NTS 1 | - NTS 1 | -- | --
    Radio Bob | *** Radio BOB! *** | -- | --
    Русское Радио | РУССКОЕ РАДИО | -- | --
    FIP | FIP - La radio la plus éclectique | FIP - La radio la plus éclectique | leftOut.station
    Nostalgie | NOSTALGIE - Ce soir | NOSTALGIE - Ce soir | leftOut.station
    Radio Bob | RADIO BOB! - Rock'n'Roll | RADIO BOB! - Rock'n'Roll | leftOut.station
    Rock Antenne | ROCK ANTENNE - Best of Rock non stop | ROCK ANTENNE - Best of Rock non stop | leftOut.station
    Energy | ENERGY - Hit Music Only! | ENERGY - Hit Music Only! | leftOut.station
    Kronehit | KRONEHIT - Wir sind die meiste Musik | KRONEHIT - Wir sind die meiste Musik | leftOut.station
    Los 40 | LOS40 - Todos los éxitos | LOS40 - Todos los éxitos | leftOut.station
    Radio Italia | Radio Italia - Solo musica italiana | Radio Italia - Solo musica italiana | leftOut.station
    Deutschlandfunk | Deutschlandfunk - Corso | Deutschlandfunk - Corso | leftOut.station
    NPO Radio 2 | NPO Radio 2 - De Top 2000 | NPO Radio 2 - De Top 2000 | leftOut.station
    Classic FM | The World's Greatest Music - Classic FM | The World's Greatest Music - Classic FM | leftOut.station
    SomaFM Drone Zone | Drone Zone - SomaFM | Drone Zone - SomaFM | leftOut.station
    Radio Paradise Rock Mix | Radio Paradise - Listener supported | Radio Paradise - Listener supported | \#
    leftOut.station
    Nightride FM | Nightride - Nightride FM | Nightride - Nightride FM | leftOut.station
    Český rozhlas Jazz | Český rozhlas - Jazz | -- | --
    Polskie Radio Trójka | Polskie Radio - Program 3 | Polskie Radio - Program 3 | leftOut.station
    Sveriges Radio P3 | Sveriges Radio - Musikguiden | Sveriges Radio - Musikguiden | leftOut.station
    Antenne Bayern Oldies | ANTENNE BAYERN - Wir lieben Oldies | ANTENNE BAYERN - Wir lieben Oldies | leftOut.station
    # Texts that speak to the listener.
    Vinyl Classics | Now Playing - Classic Vinyl | Now Playing - Classic Vinyl | leftOut.slogan
    WMMR | Stay Tuned - Back after the break | Stay Tuned - Back after the break | leftOut.slogan
    Radio Seagull | Thanks For Listening - See you tomorrow | Thanks For Listening - See you tomorrow | leftOut.slogan
    Klassik Radio | Sie hören - Klassik zum Frühstück | Sie hören - Klassik zum Frühstück | leftOut.slogan
    SWR3 | Ihr hört SWR3 - Die Morningshow | Ihr hört SWR3 - Die Morningshow | leftOut.slogan
    RTL2 | Vous écoutez RTL2 - Le son pop-rock | Vous écoutez RTL2 - Le son pop-rock | leftOut.slogan
    RockFM | Estás escuchando RockFM - Rock & Roll | Estás escuchando RockFM - Rock & Roll | leftOut.slogan
    Radio Deejay | Stai ascoltando - One nation, one station | Stai ascoltando - One nation, one station | \#
    leftOut.slogan
    Qmusic | Je luistert naar Qmusic - Q sounds better with you | \#
    Je luistert naar Qmusic - Q sounds better with you | leftOut.slogan
    Antenne Bayern | Jetzt im Programm - Die Hitnacht | Jetzt im Programm - Die Hitnacht | leftOut.slogan
    Radio Eins | Gleich im Radio - Der schöne Morgen | Gleich im Radio - Der schöne Morgen | leftOut.slogan
    WMMR | Coming Up Next: - The Drive Time Show | Coming Up Next: - The Drive Time Show | leftOut.slogan
    Lounge FM | Welcome To The Lounge - Relax | Welcome To The Lounge - Relax | leftOut.slogan
    KISS FM | Follow us on Facebook - kissfmaustralia | Follow us on Facebook - kissfmaustralia | leftOut.slogan
    WFMU 91.1 Jersey City | Donate today - Keep freeform radio alive | Donate today - Keep freeform radio alive | \#
    leftOut.slogan
    Radio Meuh | Download our app - iOS & Android | Download our app - iOS & Android | leftOut.slogan
    Jazz FM | You're Listening To Jazz FM - Listen in Colour | You're Listening To Jazz FM - Listen in Colour | \#
    leftOut.slogan
    Radio Caroline | Support Our Ship - Join the club | Support Our Ship - Join the club | leftOut.slogan
    # Web addresses, frequencies and telephone numbers.
    Radio Nova | www.nova.fr | -- | --
    Radio Paradise | https://www.radioparadise.com | -- | --
    SomaFM Groove Salad | http://somafm.com/logos/512/groovesalad512.png | -- | --
    Radio Arabella | Das Beste aus 40 Jahren - www.radioarabella.de | \#
    Das Beste aus 40 Jahren - www.radioarabella.de | leftOut.contact
    Bremen Eins | Mehr Infos auf - bremeneins.de | Mehr Infos auf - bremeneins.de | leftOut.contact
    Radio Caroline | Requests - radiocaroline.co.uk | Requests - radiocaroline.co.uk | leftOut.contact
    Hitradio | Find us - facebook.com/hitradio | Find us - facebook.com/hitradio | leftOut.contact
    Rock 95 | Chicago Rocks - 95.5 FM | Chicago Rocks - 95.5 FM | leftOut.contact
    KXYZ | Classic Hits 107.9FM - All Day Long | Classic Hits 107.9FM - All Day Long | leftOut.contact
    Radio Maryja | Katolicki głos - 91.8 MHz | Katolicki głos - 91.8 MHz | leftOut.contact
    Manx Radio | Nation's Station 1368 kHz - Good Morning | Nation's Station 1368 kHz - Good Morning | leftOut.contact
    Radio Seefunk | Wunschbox - wunsch@radio-seefunk.de | Wunschbox - wunsch@radio-seefunk.de | leftOut.contact
    Radio Teddy | WhatsApp - 01771234567 | WhatsApp - 01771234567 | leftOut.contact
    Hot 97 | Request line - 8005550199 | Request line - 8005550199 | leftOut.contact
    Radio Tirana | Na telefononi - +35542223344 | Na telefononi - +35542223344 | leftOut.contact
    Radio Antenna | La tua radio - 103,6 FM | La tua radio - 103,6 FM | leftOut.contact
    Radio Antenna | FM 95.1 - La tua radio | FM 95.1 - La tua radio | leftOut.contact
    Hot 97 | Request line - (800) 555-0199 | Request line - (800) 555-0199 | leftOut.contact
    KISS FM | Meet us - @kissfm | Meet us - @kissfm | leftOut.contact
    # News, weather and traffic.
    BBC World Service | News - BBC World Service | News - BBC World Service | leftOut.news
    Deutschlandfunk | Deutschlandfunk - Nachrichten | Deutschlandfunk - Nachrichten | leftOut.news
    Bayern 1 | Verkehr - A8 München Richtung Stuttgart | Verkehr - A8 München Richtung Stuttgart | leftOut.news
    Bayern 1 | Wetter - Alpenvorland | Wetter - Alpenvorland | leftOut.news
    SWR3 | Verkehrsfunk - Keine Meldungen | Verkehrsfunk - Keine Meldungen | leftOut.news
    RTL | Flash Info - 8h | Flash Info - 8h | leftOut.news
    France Bleu | La météo - Île-de-France | La météo - Île-de-France | leftOut.news
    RNE | Noticias - Boletín | Noticias - Boletín | leftOut.news
    Rai Radio 1 | Notizie - GR1 | Notizie - GR1 | leftOut.news
    NPO Radio 1 | Nieuws - ANP | Nieuws - ANP | leftOut.news
    Radio ZET | Wiadomości - 15:00 | Wiadomości - 15:00 | leftOut.news
    Business FM | Новости - Главное | Новости - Главное | leftOut.news
    LBC | Headlines - Top Stories | Headlines - Top Stories | leftOut.news
    LBC | Traffic News - M25 | Traffic News - M25 | leftOut.news
    KCBS | Weather - Partly cloudy, 61F | Weather - Partly cloudy, 61F | leftOut.news
    KCBS | News Bulletin 12 - Long | News Bulletin 12 - Long | leftOut.news
    # Times of the day, numbers of tracks and names of files.
    SRF 4 News | 18:30 - Echo der Zeit | 18:30 - Echo der Zeit | leftOut.noTitle
    SRF 2 Kultur | 7.30 - Kultur kompakt | 7.30 - Kultur kompakt | leftOut.noTitle
    France Musique | 20h00 - Le concert du soir | 20h00 - Le concert du soir | leftOut.noTitle
    MDR Kultur | 10 Uhr - Gottesdienst | 10 Uhr - Gottesdienst | leftOut.noTitle
    WMMR | 5pm - The Drive | 5pm - The Drive | leftOut.noTitle
    Manx Radio | 8 am - Breakfast | 8 am - Breakfast | leftOut.noTitle
    Radio Eins | 22:00-24:00 - Nachtschicht | 22:00-24:00 - Nachtschicht | leftOut.noTitle
    Radio Wombat | 07 - Side B | 07 - Side B | leftOut.noTitle
    Resonance FM | Archive - resonance_2019_03_09.mp3 | Archive - resonance_2019_03_09.mp3 | leftOut.noTitle
    Radio Corax | Sendung - beitrag-kultur.wav | Sendung - beitrag-kultur.wav | leftOut.noTitle
    Radio Corax | Hörspiel - Teil 1.flac | Hörspiel - Teil 1.flac | leftOut.noTitle
    Radio Campus | Podcast - numero112.ogg | Podcast - numero112.ogg | leftOut.noTitle
    RTL | 20h - Le grand soir | 20h - Le grand soir | leftOut.noTitle
    NPO Radio 1 | 17 uur - Nieuws en Co | 17 uur - Nieuws en Co | leftOut.noTitle
    Radio Corax | Archiv - Band 4.wma | Archiv - Band 4.wma | leftOut.noTitle
    # Artists and songs that the station's system does not know.
    Radio Wombat | Unknown Artist - Unknown Track | Unknown Artist - Unknown Track | leftOut.unknown
    Radio Wombat | Artist Unknown - Side A | Artist Unknown - Side A | leftOut.unknown
    Radio Wombat | Track 12 - Side B | Track 12 - Side B | leftOut.unknown
    Radio Corax | Unbekannt - Unbekannt | Unbekannt - Unbekannt | leftOut.unknown
    Radio Campus | Artiste inconnu - Piste 3 | Artiste inconnu - Piste 3 | leftOut.unknown
    Radio Gladys Palmera | Desconocido - Pista 3 | Desconocido - Pista 3 | leftOut.unknown
    Rinse FM | Ben Klock - ID 3 | Ben Klock - ID 3 | leftOut.unknown
    Rinse FM | Skream - Livestream | Skream - Livestream | leftOut.unknown
    Cashmere Radio | LibreTime - offline | LibreTime - offline | leftOut.unknown
    Cashmere Radio | AzuraCast - Station Offline | AzuraCast - Station Offline | leftOut.unknown
    Radio Blau | undefined - undefined | undefined - undefined | leftOut.unknown
    Radio Blau | Test - Sinus 1 kHz | Test - Sinus 1 kHz | leftOut.unknown
    # One part: the title is shown, and no listen is made of it.
    WQXR New York | Symphony No. 9 in E minor (From the New World) | \#
    Symphony No. 9 in E minor (From the New World) | leftOut.noArtist
    ORF Ö1 | Mozart: Die Zauberflöte, Ouvertüre | Mozart: Die Zauberflöte, Ouvertüre | leftOut.noArtist
    Deutschlandfunk | Informationen am Morgen | Informationen am Morgen | leftOut.noArtist
    NPR News | All Things Considered | All Things Considered | leftOut.noArtist
    BBC World Service | Newshour | Newshour | leftOut.noArtist
    France Culture | Les Chemins de la philosophie | Les Chemins de la philosophie | leftOut.noArtist
    NTS 1 | Floating Points | Floating Points | leftOut.noArtist
    dublab | Frosty w/ Teebs | Frosty w/ Teebs | leftOut.noArtist
    WFMU 91.1 Jersey City | "Maggot Brain" by Funkadelic on Downtown Soulville | \#
    "Maggot Brain" by Funkadelic on Downtown Soulville | leftOut.noArtist
    Antenne Bayern | Guten Morgen Bayern | Guten Morgen Bayern | leftOut.noArtist
    Radio Nova | Radio Nova Club | Radio Nova Club | leftOut.noArtist
    NPO Radio 1 | NOS Journaal | NOS Journaal | leftOut.noArtist
    Kronehit | Mehr Musik, mehr Abwechslung | Mehr Musik, mehr Abwechslung | leftOut.noArtist
    WXPN | You're listening to WXPN | You're listening to WXPN | leftOut.noArtist
    Sveriges Radio P2 | P2 Klassiskt | P2 Klassiskt | leftOut.noArtist
    Radio Corax | nachtmix_2024-05-04.mp3 | nachtmix_2024-05-04.mp3 | leftOut.noArtist
    Rinse FM | Live | Live | leftOut.noArtist
    Resonance FM | Track 07 | Track 07 | leftOut.noArtist
    # Nothing, and signs without a letter.
    FIP | -- | -- | --
    FIP | - | -- | --
    KEXP 90.3 Seattle | . | -- | --
    Radio Wombat | ??? | -- | --
    Radio Wombat | _ | -- | --
    Vinyl Classics | ♪ ♫ ♪ | -- | --
    Vinyl Classics | - - - | -- | --
    Radio Blau | [ ] | -- | --
    Radio Blau | * * * * * | -- | --
    """#
}
