import type { Json, JsonObject } from '@lathe/contract'
import { inner, type Reader, readFields } from './read-fields.ts'

const MAX_DEPTH = 32

/** Reads a `KeyValue` into a map. */
export const keyValue =
  (target: Map<string, Json>, depth = 0) =>
  (reader: Reader) => {
    const length = reader.uint32()
    let key = ''
    let value: Json = null
    readFields(
      reader,
      {
        1: () => (key = reader.string()),
        2: () => (value = readAnyValue(reader, depth)),
      },
      length,
    )
    target.set(key, value)
  }

export const toObject = (attributes: ReadonlyMap<string, Json>): JsonObject =>
  Object.fromEntries(attributes)

export const anyValue = (reader: Reader): Json => readAnyValue(reader, 0)

function readAnyValue(reader: Reader, depth: number): Json {
  if (depth > MAX_DEPTH) throw new RangeError(`a value is nested deeper than ${MAX_DEPTH} levels`)
  const length = reader.uint32()
  let value: Json = null
  readFields(
    reader,
    {
      1: () => (value = reader.string()),
      2: () => (value = reader.bool()),
      3: () => (value = Number(reader.int64())),
      4: () => (value = finiteOrString(reader.double())),
      5: () => (value = readList(reader, depth)),
      6: () => (value = readMap(reader, depth)),
      7: () => (value = readText(reader.bytes())),
    },
    length,
  )
  return value
}

function readList(reader: Reader, depth: number): Json[] {
  const values: Json[] = []
  inner(() => ({ 1: () => values.push(readAnyValue(reader, depth + 1)) }))(reader)
  return values
}

function readMap(reader: Reader, depth: number): JsonObject {
  const values = new Map<string, Json>()
  inner(() => ({ 1: keyValue(values, depth + 1) }))(reader)
  return toObject(values)
}

/** JSON has no literals for infinity and NaN. */
const finiteOrString = (value: number): Json => (Number.isFinite(value) ? value : String(value))

/** Python exporters send JSON as bytes, so decode bytes as text if possible. */
function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('base64')
  }
}
