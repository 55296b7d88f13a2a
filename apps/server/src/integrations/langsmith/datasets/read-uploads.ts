import { JsonObject, isJsonObject } from '@lathe/contract'
import { toUuid } from '@lathe/traces'
import * as z from 'zod'
import { invalidInput } from '../../../platform/http/errors.ts'
import { readJsonValue } from '../../../traces/ingest/json-value.ts'
import { type BodyPart, MultipartError, readMultipart } from '../ingest/multipart.ts'
import { Uuid } from '../query-values.ts'

const UploadFields = z.object({
  created_at: z.string().nullish(),
  inputs: JsonObject.nullish(),
  outputs: JsonObject.nullish(),
  metadata: JsonObject.nullish(),
  split: z.union([z.string(), z.array(z.string())]).nullish(),
  source_run_id: Uuid.nullish(),
  use_source_run_io: z.boolean().nullish(),
  use_source_run_attachments: z.array(z.string()).nullish(),
  /** Existing files that are neither retained nor renamed are removed. */
  attachments_operations: z
    .object({
      retain: z.array(z.string()).nullish(),
      rename: z.record(z.string(), z.string()).nullish(),
    })
    .superRefine(({ retain, rename }, context) => {
      const names = new Set(retain)
      for (const [oldName, newName] of Object.entries(rename ?? {})) {
        if (retain?.includes(oldName)) context.addIssue(`${oldName} is both retained and renamed`)
        if (names.has(newName)) context.addIssue(`two files would be named ${newName}`)
        names.add(newName)
      }
    })
    .nullish(),
})

export type Upload = z.infer<typeof UploadFields> & { files: BodyPart[] }
export type Operations = Upload['attachments_operations']

const PART = /^([^.]+)(?:\.(inputs|outputs|attachments_operations)|\.attachment\.(.+))?$/s

type ReadLimits = { ingestParts: number; requestJsonDepth: number }

/** Reads a multipart body with one part per example and further parts for its large fields. */
export function readUploads(
  body: Buffer,
  boundary: string,
  limits: ReadLimits,
): Map<string, Upload> {
  const uploads = new Map<string, { uploadFields: JsonObject; files: BodyPart[] }>()
  try {
    for (const part of readMultipart(body, boundary, limits.ingestParts)) {
      const [, name = '', field, file] = PART.exec(part.name) ?? []
      const id = toUuid(name)
      if (id === undefined)
        throw invalidInput(part.name, 'has no example id in its name, or an unknown field')
      const { uploadFields, files } = uploads.get(id) ?? { uploadFields: {}, files: [] }
      uploads.set(
        id,
        file === undefined
          ? { uploadFields: { ...uploadFields, ...readUploadFields(part, field, limits) }, files }
          : { uploadFields, files: [...files, { ...part, name: file }] },
      )
    }
  } catch (error) {
    if (error instanceof MultipartError) throw invalidInput('body', error.message)
    throw error
  }
  return new Map(
    [...uploads].map(
      ([id, { uploadFields, files }]) =>
        [id, { ...parseUploadFields(id, uploadFields), files }] as const,
    ),
  )
}

function readUploadFields(
  part: BodyPart,
  field: string | undefined,
  limits: ReadLimits,
): JsonObject {
  const reading = readJsonValue(part.body, limits.requestJsonDepth)
  if ('problem' in reading) throw invalidInput(part.name, reading.problem)
  if (field !== undefined) return { [field]: reading.value }
  if (!isJsonObject(reading.value)) throw invalidInput(part.name, 'is not an object')
  return reading.value
}

function parseUploadFields(id: string, uploadFields: JsonObject) {
  const { success, data, error } = UploadFields.safeParse(uploadFields)
  if (success) return data
  const [issue] = error.issues
  throw invalidInput(`${id}.${issue?.path.join('.') ?? ''}`, issue?.message ?? 'cannot be read')
}
