import type { MediaCall } from './media.ts'
import { createClient } from './provider.ts'
import type { Provider } from './provider.ts'
import { readSound } from './sound.ts'

type Settings = Provider & { language?: string }
type Request = { audio: string; language?: string; prompt?: string }

/** Transcribes audio in its own language. */
export async function createTranscript(
  settings: Settings,
  request: Request,
  { signal }: MediaCall,
) {
  const { model } = settings
  const { audio, language = settings.language, prompt } = request
  const file = await readSound(audio, signal)
  const { text } = await createClient(settings).audio.transcriptions.create(
    {
      model,
      file,
      ...(language !== undefined && { language }),
      ...(prompt !== undefined && { prompt }),
      response_format: 'json',
    },
    { signal },
  )
  return text
}

/** Transcribes audio in English. */
export async function createTranslation(
  settings: Provider,
  request: Request,
  { signal }: MediaCall,
) {
  const { model } = settings
  const { audio, prompt } = request
  const file = await readSound(audio, signal)
  const { text } = await createClient(settings).audio.translations.create(
    { model, file, ...(prompt !== undefined && { prompt }), response_format: 'json' },
    { signal },
  )
  return text
}
