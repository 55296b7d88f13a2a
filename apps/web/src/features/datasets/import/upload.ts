import type { ImportPlan, ImportPreview, ImportReport } from '@lathe/contract'
import { type Progress, sendFile } from '../../../lib/api/send-file.ts'

/** How to parse a file. Without `encoding` it is detected. */
export type Reading = { hasHeader: boolean; encoding?: string }

type PreviewOptions = { datasetId: string; options: Reading; signal: AbortSignal }

export function previewFile(file: Blob, { datasetId, options, signal }: PreviewOptions) {
  const { hasHeader, encoding } = options
  const query = new URLSearchParams({
    hasHeader: String(hasHeader),
    dataset: datasetId,
    ...(encoding && { encoding }),
  })
  return sendFile<ImportPreview>(`/api/datasets/preview?${query.toString()}`, file, { signal })
}

type ImportOptions = {
  plan: ImportPlan
  name: string
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Aborting imports nothing. The browser asks before the page is left during an import. */
export async function importFile(
  datasetId: string,
  file: Blob,
  { plan, name, signal, onProgress }: ImportOptions,
) {
  const query = new URLSearchParams({ plan: JSON.stringify(plan), name })
  window.addEventListener('beforeunload', preventUnload)
  try {
    return await sendFile<ImportReport>(
      `/api/datasets/${datasetId}/import?${query.toString()}`,
      file,
      { signal, onProgress },
    )
  } finally {
    window.removeEventListener('beforeunload', preventUnload)
  }
}
