// QR codes (ISO/IEC 18004) of short texts: bytes in UTF-8, error correction level M, versions 1 to 6.

// For each version: blocks, and in each block bytes of data and of error correction (table 9).
const BLOCKS = [[1, 16, 10], [1, 28, 16], [1, 44, 26], [2, 32, 18], [2, 43, 24], [4, 27, 16]];
// The information on the format of level M with pattern 3 (table C.1).
const FORMAT = 0x5b4b;
// Pattern 3, which makes light and dark alternate. A writer may try all eight and take the best one; this one is read
// well by any reader.
const isTurned = (x, y) => (x + y) % 3 === 0;

// Logarithms and powers in the field of 256 elements.
const POWERS = [], LOGARITHMS = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = value;
  LOGARITHMS[value] = power;
  value = value << 1 ^ (value > 127 ? 0x11d : 0);
}
const product = (a, b) => a && b ? POWERS[(LOGARITHMS[a] + LOGARITHMS[b]) % 255] : 0;

// The `count` bytes of error correction of `data` (Reed-Solomon).
function correction(data, count) {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    generator = [...generator, 0].map((part, place) => part ^ product(generator[place - 1] ?? 0, POWERS[power]));
  }
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, place) => {
    const first = rest[place];
    generator.forEach((part, offset) => { rest[place + offset] ^= product(part, first); });
  });
  return rest.slice(-count);
}

// All bytes of a code: those of the text, then their error correction, the blocks interleaved. Null when it is too
// long.
function bytesOf(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(([blocks, data]) => bytes.length + 2 <= blocks * data) + 1;
  if (!version) return null;
  const [blocks, size, count] = BLOCKS[version - 1];
  // Four bits for bytes, eight for their number, the bytes, four bits of zeros; then two bytes by turns.
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: nibbles.length / 2 }, (_, place) => nibbles[2 * place] << 4 | nibbles[2 * place + 1]);
  for (let pad = 0xec; data.length < blocks * size; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * size, (block + 1) * size));
  const ends = parts.map((part) => correction(part, count));
  const interleaved = [parts, ends].flatMap((rows) => rows[0].flatMap((_, place) => rows.map((row) => row[place])));
  return { version, bytes: interleaved };
}

// The modules of a code: rows, true for dark.
function draw({ version, bytes }) {
  const size = 17 + 4 * version;
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x, y, isDark) => { if (modules[y]?.[x] !== undefined) modules[y][x] = isDark; };
  const square = (x, y, radius, isDark) => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1);
  for (let place = 8; place < size - 8; place += 1) {
    set(place, 6, place % 2 === 0);
    set(6, place, place % 2 === 0);
  }
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = Boolean(FORMAT >> bit & 1);
    // Beside the upper left square, and a second time beside the two others; the timing lines are left out.
    set(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark);
    set(bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, 8, isDark);
  }
  set(8, size - 8, true);
  // Two columns at a time, from the right, up and down by turns.
  let bit = 0;
  for (let right = size - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (modules[y][x] !== null) continue;
        const isDark = (bytes[bit >> 3] ?? 0) >> 7 - (bit & 7) & 1;
        modules[y][x] = Boolean(isDark ^ isTurned(x, y));
        bit += 1;
      }
    }
  }
  return modules;
}

// The modules of a code for `text`: rows, true for dark. Null when the text has more than 106 bytes.
export function qrCode(text) {
  const code = bytesOf(text);
  return code && draw(code);
}

// The dark modules as the path of an SVG with a side of modules.length + 8: there are four light ones all around.
export const qrPath = (modules) => modules.flatMap((row, y) =>
  row.flatMap((isDark, x) => isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])).join("");
