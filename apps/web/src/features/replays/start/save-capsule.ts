import { client } from '../../../lib/api/api.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'

/** Exports a run and saves it as a file of the browser. */
export async function saveCapsule(traceId: string, secrets: 'redact' | 'include'): Promise<void> {
  const capsule = await client.capsules.get({ id: traceId, secrets })
  saveFile(
    `${traceId}.capsule.json`,
    new Blob([JSON.stringify(capsule)], { type: 'application/json' }),
  )
}
