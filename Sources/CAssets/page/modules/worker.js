// The shared worker: the streams of all tabs.
import { PING_TIME, StreamHub } from "./streams.js";

const hub = new StreamHub();
self.onconnect = ({ ports: [port] }) => {
  const tab = (message) => port.postMessage(message);
  port.onmessage = ({ data }) => hub.take(tab, data);
};
setInterval(() => hub.sweep(), PING_TIME);
