import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'
import { JsonType, TypeChange } from './column-types.ts'
import { Id, Micros } from '../common.ts'

export const SplitName = z.string().trim().min(1).max(64)

/** Content of a dataset example. `reference` is null if the right answer is unknown. */
export const ExampleContent = z.strictObject({
  inputs: JsonObject,
  reference: Json,
  metadata: JsonObject,
  splits: z.array(SplitName).max(20),
})
export type ExampleContent = z.infer<typeof ExampleContent>

/** A file attached to an example. Read it at `/api/v1/datasets/{datasetId}/files/{hash}`. */
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
  /** The trace and span that the example was created from. */
  traceId: Id.nullable(),
  spanId: Id.nullable(),
  /** The version that last changed it. */
  version: z.int(),
  createdAt: Micros,
  modifiedAt: Micros,
})
export type Example = z.infer<typeof Example>

/** A new example, or changes to one. Omitted fields keep their values. */
export const ExamplePut = z.strictObject({
  id: Id.optional(),
  ...ExampleContent.partial().shape,
  /** Files that examples of the dataset have or had. */
  files: z.array(ExampleFile).max(100).optional(),
  traceId: Id.optional(),
  spanId: Id.optional(),
  /**
   * The version that the edit is based on. The edit is a conflict if the example was changed or
   * removed since.
   */
  base: z.int().nonnegative().optional(),
})
export type ExamplePut = z.infer<typeof ExamplePut>

/** Target of a column. `inputs.question` is one input, `inputs` an object of all inputs. */
export const ColumnTarget = z.union([
  z.enum(['ignore', 'id', 'inputs', 'reference', 'metadata', 'split']),
  z.templateLiteral(['inputs.', z.string().min(1)]),
  z.templateLiteral(['metadata.', z.string().min(1)]),
  z.templateLiteral(['reference.', z.string().min(1)]),
])
export type ColumnTarget = z.infer<typeof ColumnTarget>

const SHARED_TARGETS = new Set<ColumnTarget>(['ignore', 'split', 'inputs', 'metadata'])

/**
 * Returns whether several columns may share this target. Splits accumulate and objects are merged.
 */
export const isSharedTarget = (target: ColumnTarget): boolean => SHARED_TARGETS.has(target)

const haveDistinctTargets = (columns: Record<string, ColumnTarget>) => {
  const targets = Object.values(columns).filter((target) => !isSharedTarget(target))
  return new Set(targets).size === targets.length
}

/** How the columns and rows of a file are imported. */
export const ImportPlan = z.strictObject({
  columns: z
    .record(z.string(), ColumnTarget)
    .refine(haveDistinctTargets, 'two columns have the same target'),
  /**
   * Columns of a CSV file whose cells are JSON. Other cells get a type that their field already
   * has, or text.
   */
  json: z.array(z.string()).default([]),
  /**
   * For CSV: the first line contains the column names. Otherwise the names are `column 1`, `column
   * 2` and so on.
   */
  hasHeader: z.boolean().default(true),
  /** A name from the web's list of encodings, such as `windows-1252`. Detected if absent. */
  encoding: z.string().max(40).optional(),
  /** Splits of every row, in addition to those from columns. */
  splits: z.array(SplitName).max(20).default([]),
  /** Skips rows whose inputs are already in the dataset or the file. */
  dedupe: z.boolean().default(false),
  /** Imports the valid rows if others cannot be read. Otherwise nothing is imported. */
  skipInvalid: z.boolean().default(false),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const RowProblem = z.object({
  /** Row number from 1, without the header line. */
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
      /** Types of the values. For CSV, types that the cells can be parsed as. */
      types: z.array(JsonType),
      /** Types that the import would add to a field with other types. */
      typeChange: TypeChange.nullable(),
    }),
  ),
  /** Types of the target dataset's fields, by column target. */
  fieldTypes: z.record(z.string(), z.array(JsonType)),
  /** The first rows, parsed. */
  sample: z.array(JsonObject),
  problems: z.object({ total: z.int(), first: z.array(RowProblem) }),
  /** Notes on how the file was parsed. */
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

/**
 * Query of a dataset export. The response is a file, so the export is not a procedure of the
 * contract.
 */
export const DatasetExport = z.strictObject({
  format: z.enum(['csv', 'jsonl']).default('csv'),
  version: z.coerce.number().int().positive().optional(),
  split: SplitName.optional(),
  /** `redact` replaces keys, tokens and passwords by `[SECRET_DETECTED]`. */
  secrets: z.enum(['redact', 'include']).default('redact'),
})
