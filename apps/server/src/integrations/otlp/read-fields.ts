import protobuf from 'protobufjs/minimal.js'

export type Reader = protobuf.Reader

type Fields = Record<number, (reader: Reader) => void>

export const openMessage = (body: Uint8Array): Reader => protobuf.Reader.create(body)

/** Reads a message by field numbers and skips unknown ones. Throws if the bytes end early. */
export function readFields(reader: Reader, fields: Fields, length?: number): void {
  const end = length === undefined ? reader.len : reader.pos + length
  if (end > reader.len) throw new RangeError('a message is longer than its container')
  while (reader.pos < end) {
    const tag = reader.uint32()
    const read = fields[tag >>> 3]
    if (read && isExpected(tag)) read(reader)
    else reader.skipType(tag & 7)
  }
  if (reader.pos !== end) throw new RangeError('a field is longer than its message')
}

/** OTLP messages have no groups. */
const isExpected = (tag: number) => (tag & 7) !== 3 && (tag & 7) !== 4

/** Reads a nested message. */
export const inner = (fields: (reader: Reader) => Fields) => (reader: Reader) => {
  const length = reader.uint32()
  readFields(reader, fields(reader), length)
}

/** Converts Unix nanoseconds to microseconds. */
export function readMicros(reader: Reader): number {
  const low = BigInt(reader.fixed32())
  const high = BigInt(reader.fixed32())
  return Number(((high << 32n) | low) / 1_000n)
}

export const readHex = (reader: Reader): string => Buffer.from(reader.bytes()).toString('hex')
