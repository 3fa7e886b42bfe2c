"""A seeded proxy in front of the station that resets, falls silent, and damages what passes."""
import contextlib
import socket
import struct
import threading

import random


class Damage:
    """What is done to the bytes: how likely each byte is to be changed, to be lost, to come twice."""

    def __init__(self, changed=0.0, lost=0.0, doubled=0.0):
        self.changed, self.lost, self.doubled = changed, lost, doubled

    def apply(self, data, generator):
        """The damaged bytes. Chances are small: most pieces pass as they are."""
        harm = self.changed + self.lost + self.doubled
        pieces, start = [], 0
        while harm > 0:
            position = start + int(generator.expovariate(harm))
            if position >= len(data):
                break
            pieces.append(data[start:position])
            kind, byte = generator.uniform(0, harm), data[position]
            if kind < self.changed:
                pieces.append(bytes([byte ^ 1 << generator.randrange(8)]))
            elif kind >= self.changed + self.lost:
                pieces.append(bytes([byte, byte]))
            start = position + 1
        return b"".join([*pieces, data[start:]])


NONE = Damage()


class DamagingProxy:
    """Passes connections on to a port of this machine."""

    def __init__(self, target, seed):
        self._target = target
        self._generator = random.Random(seed)
        self._listener = None
        self._pairs = set()
        self._lock = threading.Lock()
        self._flows = threading.Event()
        self._flows.set()
        self.port = 0
        self.damage = NONE
        """What happens to the station's bytes from now on; its answer's head is left alone."""
        self.connections = 0
        """How many were taken."""

    def open(self):
        """Takes connections, always on the same port."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def close(self):
        """Refuses connections; those that there are go on."""
        listener, self._listener = self._listener, None
        if listener:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()

    def fall_silent(self):
        """Passes nothing on and says nothing: what can be had of dropped packets without a network of one's own."""
        self._flows.clear()

    def speak(self):
        """Passes everything on again."""
        self._flows.set()

    def reset(self):
        """Ends all connections with a TCP reset."""
        with self._lock:
            pairs, self._pairs = self._pairs, set()
        for pair in pairs:
            for side in pair:
                with contextlib.suppress(OSError):
                    side.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    side.shutdown(socket.SHUT_RD)  # wakes the thread that reads it; `close` alone would not
                side.close()

    def _accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                client, _ = listener.accept()
                self.connections += 1
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        self._flows.wait()
        try:
            server = socket.create_connection(("127.0.0.1", self._target), timeout=5)
        except OSError:
            client.close()
            return
        server.settimeout(None)
        pair = (client, server)
        with self._lock:
            self._pairs.add(pair)
        threading.Thread(target=self._pass, args=(client, server, pair, False), daemon=True).start()
        self._pass(server, client, pair, True)

    def _pass(self, source, sink, pair, is_answer):
        in_head = is_answer
        tail = b""
        with contextlib.suppress(OSError):
            while True:
                data = source.recv(16384)
                if not data:
                    break
                self._flows.wait()
                head = b""
                if in_head:
                    end = (tail + data).find(b"\r\n\r\n")
                    split = len(data) if end < 0 else end + 4 - len(tail)
                    in_head, tail = end < 0, (tail + data)[-3:]
                    head, data = data[:split], data[split:]
                sink.sendall(head + (self.damage.apply(data, self._generator) if is_answer else data))
        with self._lock:
            self._pairs.discard(pair)
        for side in pair:
            with contextlib.suppress(OSError):
                side.shutdown(socket.SHUT_RDWR)
            if is_answer:
                side.close()
