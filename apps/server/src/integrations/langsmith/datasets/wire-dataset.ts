import {
  type Example,
  type ExamplePut,
  type Json,
  type JsonObject,
  isJsonObject,
} from '@lathe/contract'
import { toIso } from '@lathe/traces'
import { fromJson } from '../../../platform/db/json.ts'
import {
  type DatasetRow,
  type ExperimentsOf,
  metadataOf,
} from '../../../datasets/datasets.store.ts'

/** Clients use this name for the split of examples without one. */
export const BASE = 'base'
const SCHEMAS = ['inputs_schema_definition', 'outputs_schema_definition'] as const

export function toWireDataset(row: DatasetRow, experiments?: ExperimentsOf) {
  const extra = fromJson(row.extra)
  return {
    id: row.id,
    tenant_id: row.workspace_id,
    name: row.name,
    description: row.description === '' ? null : row.description,
    data_type: row.data_type,
    created_at: toIso(row.created_at),
    modified_at: toIso(row.updated_at),
    example_count: row.examples,
    session_count: experiments?.count ?? 0,
    last_session_start_time: experiments ? toIso(experiments.newestAt) : null,
    metadata: metadataOf(row),
    extra,
    ...Object.fromEntries(SCHEMAS.map((name) => [name, extra[name] ?? null])),
  }
}

export const toWireExample = (example: Example, baseUrl: string) => ({
  id: example.id,
  dataset_id: example.datasetId,
  name: `#${example.id.slice(0, 4)}`,
  inputs: example.inputs,
  outputs: toOutputs(example.reference),
  metadata: metadataWithSplits(example),
  created_at: toIso(example.createdAt),
  modified_at: toIso(example.modifiedAt),
  source_run_id: example.spanId,
  attachment_urls: example.files.length === 0 ? null : attachmentUrls(example, baseUrl),
})

export const metadataWithSplits = ({ metadata, splits }: Pick<Example, 'metadata' | 'splits'>) => ({
  ...metadata,
  dataset_split: splits.length === 0 ? [BASE] : splits,
})

const attachmentUrls = ({ datasetId, files }: Example, baseUrl: string) =>
  Object.fromEntries(
    files.map(({ name, mimeType, hash }) => [
      `attachment.${name}`,
      { presigned_url: `${baseUrl}/datasets/${datasetId}/files/${hash}`, mime_type: mimeType },
    ]),
  )

/** Clients require outputs to be an object. */
const toOutputs = (reference: Json) =>
  reference === null || isJsonObject(reference) ? reference : { output: reference }

type WireExampleFields = {
  inputs?: JsonObject | null | undefined
  outputs?: JsonObject | null | undefined
  metadata?: JsonObject | null | undefined
  split?: string | string[] | null | undefined
}

/** Fields that are missing or null stay unchanged. */
export function fromWire({
  inputs,
  outputs,
  metadata,
  split,
}: WireExampleFields): Omit<ExamplePut, 'id'> {
  const { dataset_split: metadataSplit, ...rest } = metadata ?? {}
  const splits = split ?? splitNames(metadataSplit)
  return {
    ...(inputs && { inputs }),
    ...(outputs && { reference: outputs }),
    ...(metadata && { metadata: rest }),
    ...(splits && { splits: [splits].flat().filter((name) => name !== BASE) }),
  }
}

function splitNames(value: Json | undefined): string[] | undefined {
  const names = typeof value === 'string' ? [value] : value
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined
}
