import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { readRun, toUuid } from '@lathe/traces/external'
import {
  type SerializePart,
  createPartSerializer,
  type BuildPayload,
} from '../../../traces/store/serialized-part.ts'
import {
  mergeRejections,
  type IngestBatch,
  createIngestBatch,
  addRejection as rejectItem,
} from '../../../traces/ingest/ingest-batch.ts'
import type { FeedbackItemBody } from '../feedback/feedback-body.ts'
import { readFeedbackFields } from '../feedback/feedback-fields.ts'
import { isCanonicalJson } from '../../../traces/ingest/canonical-json.ts'
import { readJsonValue } from '../../../traces/ingest/json-value.ts'
import type { BodyPart } from './multipart.ts'

const FIELDS = new Set(['inputs', 'outputs', 'events', 'extra', 'error', 'serialized'])

const PAYLOADS = new Set(['inputs', 'outputs'])

type ReceivedJson = { value: Json; text: string }

/**
 * Strings and numbers may occur more than once in the body, and a byte order mark would corrupt the
 * stored text.
 */
const isReusableJson = (value: Json, text: string, body: Buffer): boolean =>
  typeof value === 'object' &&
  value !== null &&
  body[0] === text.charCodeAt(0) &&
  isCanonicalJson(text)

/** Attachment names are part of a key. */
const LONGEST_NAME = 500

type Operation = { name: string; run: JsonObject }

const excerpt = ({ body }: BodyPart): string => body.toString('utf8', 0, 500)

/** Reads the parts of a multipart body in order. Names may repeat. */
export function partReader(
  batch: IngestBatch,
  { depth, buildPayload }: { depth: number; buildPayload: BuildPayload },
) {
  const serializePart = createPartSerializer(
    buildPayload,
    (value) => receivedJson.get(value) ?? JSON.stringify(value),
  )
  /** Collects problems of whole runs, which are listed after those of single parts. */
  const runs: IngestBatch = { ...createIngestBatch('langsmith'), parts: batch.parts }
  const latestByRun = new Map<string, Operation>()
  const receivedJson = new Map<Json, Uint8Array>()
  const feedback: FeedbackItemBody[] = []
  const reject = (part: BodyPart, field: string, reason: string) =>
    rejectItem(batch, part.name, field, reason, excerpt(part))
  const findOperation = (name: string, id: string) => {
    const existing = latestByRun.get(name)
    if (existing) return existing
    const operation: Operation = { name, run: { id } }
    latestByRun.set(name, operation)
    return operation
  }

  function addPart(part: BodyPart): void {
    const [kind = '', id = '', ...rest] = part.name.split('.')
    const field = rest.join('.')
    if (!toUuid(id)) return reject(part, '', 'has no run id in its name')
    if (kind === 'attachment') return takeAttachment(part, id, field)
    if (kind !== 'post' && kind !== 'patch' && kind !== 'feedback')
      return reject(part, '', 'is neither post, patch, attachment nor feedback')
    const reading = readJsonValue(part.body, depth)
    if ('problem' in reading) return reject(part, field, reading.problem)
    const { value } = reading
    if (kind === 'feedback') takeFeedback(part, id, value)
    else if (field !== '') takeField(part, `${kind}.${id}`, field, reading)
    else takeRun(part, id, value)
  }

  function takeFeedback(part: BodyPart, id: string, value: Json) {
    const fields = readFeedbackFields(isJsonObject(value) ? { id, ...value } : value)
    if ('issue' in fields) reject(part, fields.issue.path, fields.issue.message)
    else feedback.push({ item: part.name, fields, excerpt: excerpt(part) })
  }

  function takeRun(part: BodyPart, id: string, value: Json) {
    if (!isJsonObject(value)) {
      reject(part, '', 'is not an object')
      return
    }
    finish(part.name)
    latestByRun.set(part.name, { name: part.name, run: { ...value, id } })
  }

  function takeField(part: BodyPart, name: string, field: string, { value, text }: ReceivedJson) {
    if (!FIELDS.has(field)) {
      reject(part, field, 'is not a run field')
      return
    }
    const operation = findOperation(name, name.slice(name.indexOf('.') + 1))
    operation.run[field] = value
    if (PAYLOADS.has(field) && isReusableJson(value, text, part.body))
      receivedJson.set(value, part.body)
  }

  function takeAttachment(part: BodyPart, id: string, name: string) {
    const { body, contentType } = part
    if (name.length > LONGEST_NAME)
      return reject(
        { ...part, name: `attachment.${id}` },
        '',
        `has a name longer than ${LONGEST_NAME} characters`,
      )
    const spanId = toUuid(id) ?? id
    batch.attachments.push({ spanId, name, mimeType: contentType, body })
  }

  /** Reads the run that the parts of this name describe, and frees its values before the next ones are parsed. */
  function finish(name: string) {
    const operation = latestByRun.get(name)
    if (!operation) return
    latestByRun.delete(name)
    takeOperation(runs, name, operation.run, serializePart)
    for (const field of PAYLOADS) {
      const value = operation.run[field]
      if (value !== undefined) receivedJson.delete(value)
    }
  }

  return {
    feedback,
    /**
     * Parts of one run may be scattered over the body, so each name is finished at its last part.
     */
    takeAll(parts: readonly BodyPart[]) {
      const remainingBytes = new Map<string, number>()
      for (const part of parts)
        remainingBytes.set(runName(part), (remainingBytes.get(runName(part)) ?? 0) + 1)
      for (const part of parts) {
        addPart(part)
        const name = runName(part)
        const remaining = (remainingBytes.get(name) ?? 0) - 1
        remainingBytes.set(name, remaining)
        if (remaining === 0) finish(name)
      }
      mergeRejections(batch, runs)
    },
  }
}

/** Returns `post.<id>` for `post.<id>.inputs`. */
function runName({ name }: BodyPart): string {
  const end = name.indexOf('.', name.indexOf('.') + 1)
  return end === -1 ? name : name.slice(0, end)
}

/** Converts a created (`post.`) or updated (`patch.`) run into a partial span. */
export function takeOperation(
  batch: IngestBatch,
  name: string,
  run: JsonObject,
  serializePart: SerializePart,
): void {
  const reading = readRun(run)
  if ('issue' in reading) {
    rejectItem(batch, name, reading.issue.field, reading.issue.message, run)
    return
  }
  const { part } = reading
  const isNewRoot = name.startsWith('post') && !part.traceId && !part.parentId
  batch.parts.push(serializePart(isNewRoot ? { ...part, traceId: part.id } : part))
}
