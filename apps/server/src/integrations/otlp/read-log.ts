import type { Json } from '@lathe/contract'
import type { OtlpLog } from '@lathe/traces/external'
import { inner, type Reader, readHex, readMicros } from './read-fields.ts'
import { anyValue, keyValue, toObject } from './read-values.ts'

export function readLog(reader: Reader): OtlpLog {
  const attributes = new Map<string, Json>()
  const log: OtlpLog = {
    traceId: '',
    spanId: '',
    at: 0,
    observedAt: 0,
    name: '',
    severity: '',
    gravity: 0,
    body: null,
    attributes: {},
    isSampled: false,
    resource: {},
    scope: '',
  }
  inner(() => ({
    1: () => (log.at = readMicros(reader)),
    2: () => (log.gravity = reader.int32()),
    3: () => (log.severity = reader.string()),
    5: () => (log.body = anyValue(reader)),
    6: keyValue(attributes),
    8: () => (log.isSampled = (reader.fixed32() & 1) === 1),
    9: () => (log.traceId = readHex(reader)),
    10: () => (log.spanId = readHex(reader)),
    11: () => (log.observedAt = readMicros(reader)),
    12: () => (log.name = reader.string()),
  }))(reader)
  return { ...log, attributes: toObject(attributes) }
}
