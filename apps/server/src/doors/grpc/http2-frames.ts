/** What a client of HTTP/2 says first. */
const PREFACE_BYTES = 24
const HEAD_BYTES = 9

const HEADERS = 1
const SETTINGS = 4
const GOAWAY = 7
const ACK = 1
const END_STREAM = 1
const END_HEADERS = 4

function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.of()) {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flags, 4)
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** The stream of the first call in what a client has sent so far. */
export function firstStream(sent: Buffer): number | undefined {
  for (let at = PREFACE_BYTES; at + HEAD_BYTES <= sent.length;) {
    if (sent.readUInt8(at + 3) === HEADERS) return sent.readUInt32BE(at + 5) & 0x7f_ff_ff_ff
    at += HEAD_BYTES + sent.readUIntBE(at, 3)
  }
  return undefined
}

/** After it clients make their calls. */
export const greeting = frame(SETTINGS, 0, 0)

/** That what a call asks for is not here; and that the connection is of no use. */
export function unimplemented(stream: number, message: string): Buffer {
  const headers = Buffer.concat([
    Buffer.of(STATUS_200),
    field('content-type', 'application/grpc'),
    field('grpc-status', '12'),
    field('grpc-message', message),
  ])
  const last = Buffer.alloc(8)
  last.writeUInt32BE(stream)
  return Buffer.concat([
    frame(SETTINGS, ACK, 0),
    frame(HEADERS, END_STREAM | END_HEADERS, stream, headers),
    frame(GOAWAY, 0, 0, last),
  ])
}

/** `:status: 200` in the table that all have. */
const STATUS_200 = 0x88

/** A header that is put into no table: a zero, its name and its value, each of at most 126 bytes. */
const field = (name: string, value: string) =>
  Buffer.concat([Buffer.of(0), sized(name), sized(value)])

const sized = (text: string) => Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')])
