import Hummingbird
import NIOCore

/// The spectrum of what is audible.
struct SpectrumRoutes {
  let fanouts: SpectrumFanouts

  func add(to router: Router<WebContext>) {
    router.get("/api/spectrum") { [fanouts] request, context in
      let wish = try SpectrumRequest(request)
      try await fanouts.check(wish)
      let connection = context.connection
      return Response(
        status: .ok, headers: [.contentType: ServerSentEvent.contentType],
        body: ResponseBody { writer in
          try await connection.send(ServerSentEvent.opening)
          await fanouts.serve(wish, to: connection)
          try await writer.finish(nil)
        })
    }
  }
}
