import * as z from 'zod'
import { JsonType, TypeChange } from './column-types.ts'
import { Id, Json, JsonObject, Micros } from './common.ts'

export const SplitName = z.string().trim().min(1).max(64)

/** What a case of a dataset says; `reference` is null where nobody said what is right. */
export const ExampleContent = z.strictObject({
  inputs: JsonObject,
  reference: Json,
  metadata: JsonObject,
  splits: z.array(SplitName).max(20),
})
export type ExampleContent = z.infer<typeof ExampleContent>

/** A file that belongs to an example; read at `/api/v1/datasets/{datasetId}/files/{hash}`. */
export const ExampleFile = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z.int(),
  hash: z.string(),
})
export type ExampleFile = z.infer<typeof ExampleFile>

export const Example = z.object({
  id: Id,
  datasetId: Id,
  ...ExampleContent.shape,
  files: z.array(ExampleFile),
  /** The trace and the span it was lifted from. */
  traceId: Id.nullable(),
  spanId: Id.nullable(),
  /** The version that wrote it as it is here. */
  version: z.int(),
  createdAt: Micros,
  modifiedAt: Micros,
})
export type Example = z.infer<typeof Example>

/** A new example, or what changes in one: fields that are left out stay. */
export const ExamplePut = z.strictObject({
  id: Id.optional(),
  ...ExampleContent.partial().shape,
  /** Of those that examples of the dataset have or had. */
  files: z.array(ExampleFile).max(100).optional(),
  traceId: Id.optional(),
  spanId: Id.optional(),
  /** Its version as it was looked at: where it changed since, nothing is written over; where it was removed, it stays so. */
  base: z.int().nonnegative().optional(),
})
export type ExamplePut = z.infer<typeof ExamplePut>

/** What a column of a file is; `inputs.question` is one of the inputs, `inputs` an object of all. */
export const ColumnTarget = z.union([
  z.enum(['ignore', 'id', 'inputs', 'reference', 'metadata', 'split']),
  z.templateLiteral(['inputs.', z.string().min(1)]),
  z.templateLiteral(['metadata.', z.string().min(1)]),
  z.templateLiteral(['reference.', z.string().min(1)]),
])
export type ColumnTarget = z.infer<typeof ColumnTarget>

const JOINED = new Set<ColumnTarget>(['ignore', 'split', 'inputs', 'metadata'])

/** Whether several columns may be this: a split may stand in several, and objects are joined. */
export const isJoined = (target: ColumnTarget): boolean => JOINED.has(target)

const areApart = (columns: Record<string, ColumnTarget>) => {
  const targets = Object.values(columns).filter((target) => !isJoined(target))
  return new Set(targets).size === targets.length
}

/** What the columns of a file are, and how its rows are taken. */
export const ImportPlan = z.strictObject({
  columns: z.record(z.string(), ColumnTarget).refine(areApart, 'two columns are the same'),
  /** Columns of a CSV file whose cells are JSON. Other cells get a type that their field has already, or are text. */
  json: z.array(z.string()).default([]),
  /** Of a CSV file: its first line names the columns. Without it they are `column 1`, `column 2` and so on. */
  hasHeader: z.boolean().default(true),
  /** By its name in the web's list of encodings, such as `windows-1252`; without it, as it seems. */
  encoding: z.string().max(40).optional(),
  /** Splits of every row, besides those of a column. */
  splits: z.array(SplitName).max(20).default([]),
  /** Leaves out rows whose inputs the dataset or the file has already. */
  dedupe: z.boolean().default(false),
  /** Takes the good rows where others cannot be read; without it nothing is taken then. */
  leaveOut: z.boolean().default(false),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const RowProblem = z.object({
  /** From 1, without the header line. */
  row: z.int(),
  message: z.string(),
})
export type RowProblem = z.infer<typeof RowProblem>

export const ImportPreview = z.object({
  format: z.enum(['csv', 'jsonl', 'json']),
  encoding: z.string(),
  rows: z.int(),
  columns: z.array(
    z.object({
      name: z.string(),
      target: ColumnTarget,
      isJson: z.boolean(),
      /** Types of its values; for CSV, the types that its cells could be read as. */
      types: z.array(JsonType),
      /** Types that the import would bring into a field of the dataset that has others. */
      typeChange: TypeChange.nullable(),
    }),
  ),
  /** Types of the fields of the dataset the file is for, by column target. */
  fieldTypes: z.record(z.string(), z.array(JsonType)),
  /** The first rows, as they were read. */
  sample: z.array(JsonObject),
  problems: z.object({ total: z.int(), first: z.array(RowProblem) }),
  /** What was made of the file to read it. */
  notes: z.array(z.string()),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportReport = z.object({
  version: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  duplicates: z.int(),
  problems: z.object({ total: z.int(), first: z.array(RowProblem) }),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Of an export as a file; its answer is that file, so it is no procedure of the contract. */
export const DatasetExport = z.strictObject({
  format: z.enum(['csv', 'jsonl']).default('csv'),
  version: z.coerce.number().int().positive().optional(),
  split: SplitName.optional(),
  /** `redact` replaces keys, tokens and passwords by `[SECRET_DETECTED]`. */
  secrets: z.enum(['redact', 'include']).default('redact'),
})
