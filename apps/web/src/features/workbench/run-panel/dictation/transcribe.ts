import type { Transcription } from '@lathe/contract'
import { sendFile } from '../../../../lib/send-file.ts'

export const transcribe = (audio: Blob, signal: AbortSignal) =>
  sendFile<Transcription>('/api/transcriptions', audio, { type: audio.type, signal })
