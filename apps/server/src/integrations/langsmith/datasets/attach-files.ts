import type { ExampleFile } from '@lathe/contract'
import type { DatasetRow } from '../../../datasets/datasets.store.ts'
import { keepFile } from '../../../datasets/example-files.store.ts'
import type { Put } from '../../../datasets/write-examples.ts'
import type { Call } from '../../call.ts'
import type { Operations, Upload } from './read-uploads.ts'

type Source = { traceId: string | undefined; spanId: string | null | undefined }

/**
 * Stores uploaded files and those of the source run, and returns the resulting files of the
 * example. Without operations the example keeps its files.
 */
export async function attachFiles(
  { context: { db, workspaceId } }: Call,
  dataset: DatasetRow,
  upload: Upload,
  { traceId, spanId }: Source,
): Promise<Put['attach']> {
  const { files, attachments_operations: operations } = upload
  const sourceNames = upload.use_source_run_attachments ?? []
  const sourceFiles =
    sourceNames.length === 0 || !traceId || !spanId
      ? []
      : await db
          .selectFrom('attachments')
          .select(['name', 'mime_type', 'body'])
          .where('workspace_id', '=', workspaceId)
          .where('trace_id', '=', traceId)
          .where('span_id', '=', spanId)
          .where('name', 'in', sourceNames)
          .execute()
  const newFiles = [
    ...sourceFiles.map(({ name, mime_type: mimeType, body }) => ({ name, mimeType, body })),
    ...files.map(({ name, contentType: mimeType, body }) => ({ name, mimeType, body })),
  ]
  if (newFiles.length === 0 && !operations) return undefined
  const storedFiles = await Promise.all(newFiles.map((file) => keepFile(db, dataset, file)))
  return (existing) => {
    const after = [...retainedFiles(existing, operations), ...storedFiles]
    return [...new Map(after.map((file) => [file.name, file])).values()]
  }
}

/** Uploaded files replace those that are not retained. */
function retainedFiles(existing: readonly ExampleFile[], operations: Operations): ExampleFile[] {
  const { retain, rename } = operations ?? {}
  return existing.flatMap((file) => {
    const name = rename?.[file.name]
    if (name !== undefined) return [{ ...file, name }]
    return retain?.includes(file.name) ? [file] : []
  })
}
