import type { MediaToolConfig } from '@lathe/contract'
import type * as engineModule from '@lathe/engine'
import type { ModelAccess, ModelConnection } from '@lathe/engine'
import type { Outcome } from './engine-batches.ts'

type Recording = { mediaType: string; bytes: Buffer }

/** Transcribes a recording through a connection of the workspace. */
export type Transcribe = (
  workspaceId: string,
  settings: MediaToolConfig,
  recording: Recording,
  signal: AbortSignal,
) => Promise<Outcome<string>>

type Loaded = typeof engineModule & { models: ModelAccess }

export const createTranscribe =
  (
    loadEngine: () => Promise<Loaded>,
    connection: (workspaceId: string, name: string) => Promise<ModelConnection | undefined>,
  ): Transcribe =>
  async (workspaceId, { task, ...settings }, recording, signal) => {
    const { askMedia, models, createOutsideScope, toLatheError, toRunError, transcriptionRequest } =
      await loadEngine()
    const language = task.type === 'transcribe' ? (task.language ?? undefined) : undefined
    const request = transcriptionRequest({ ...settings, isTranslated: false, language }, recording)
    const access = { models, find: (name: string) => connection(workspaceId, name) }
    try {
      const { value } = await askMedia(access, request, { signal, scope: createOutsideScope() })
      return { ok: true, value }
    } catch (error) {
      return { ok: false, error: toRunError(toLatheError(error)) }
    }
  }
