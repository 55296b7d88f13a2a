import { useEffect, useState } from 'react'
import type { Transcription } from '@lathe/contract'
import { type Recording, startRecording, NO_SPEECH } from './recording.ts'
import { sendFile } from '../../../../lib/api/send-file.ts'

type DictationState =
  | { status: 'idle' }
  | { status: 'asking' }
  | { status: 'recording'; recording: Recording; startedAt: number }
  | { status: 'transcribing' }
  /** Keeps the recording if it can be sent again. */
  | { status: 'failed'; error: unknown; audio: Blob | null }

export type Dictation = ReturnType<typeof useDictation>

/** Records and transcribes speech, one recording at a time. */
export function useDictation(onTranscript: (text: string) => void) {
  const [state, setState] = useState<DictationState>({ status: 'idle' })
  const [queue] = useState(createSerialQueue)
  useEffect(() => queue.end, [queue])

  const fail = (error: unknown, audio: Blob | null) => setState({ status: 'failed', error, audio })
  const transcribeAudio = async (audio: Blob, signal: AbortSignal) => {
    setState({ status: 'transcribing' })
    try {
      const { text } = audio.size === 0 ? { text: '' } : await transcribe(audio, signal)
      if (signal.aborted) return
      if (text.trim() === '') return fail(new Error(NO_SPEECH), null)
      onTranscript(text)
      setState({ status: 'idle' })
    } catch (error) {
      if (!signal.aborted) fail(error, audio)
    }
  }

  const start = async () => {
    const signal = queue.begin()
    setState({ status: 'asking' })
    try {
      const recording = await startRecording(signal)
      setState({ status: 'recording', recording, startedAt: Date.now() * 1_000 })
      const audio = await recording.audio
      if (!signal.aborted) await transcribeAudio(audio, signal)
    } catch (error) {
      if (!signal.aborted) fail(error, null)
    }
  }

  return {
    state,
    /** Starts recording, or stops and transcribes. */
    toggle: () => {
      if (state.status === 'recording') state.recording.stop()
      else if (state.status === 'idle' || state.status === 'failed') void start()
    },
    retry: () => {
      const savedAudio = state.status === 'failed' ? state.audio : null
      void (savedAudio ? transcribeAudio(savedAudio, queue.begin()) : start())
    },
    cancel: () => {
      queue.end()
      setState({ status: 'idle' })
    },
  }
}

function createSerialQueue() {
  let current = new AbortController()
  const end = () => current.abort()
  const begin = (): AbortSignal => {
    end()
    current = new AbortController()
    return current.signal
  }
  return { begin, end }
}

const transcribe = (audio: Blob, signal: AbortSignal) =>
  sendFile<Transcription>('/api/transcriptions', audio, { type: audio.type, signal })

export const DICTATION_KEYS = 'mod+shift+d'
