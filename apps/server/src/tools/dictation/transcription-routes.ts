import { type MediaToolConfig, TRANSCRIBE, type Transcription } from '@lathe/contract'
import { type Request, Router } from 'express'
import type { AppContext, Context } from '../../api/context.ts'
import { invalidInput, refusal } from '../../platform/http/errors.ts'
import { createContext } from '../../api/mount-contract.ts'
import { receiveBody } from '../../platform/http/body/receive-body.ts'
import { getRequestId } from '../../platform/http/request-id.ts'
import { getCaller } from '../../platform/http/security/session.ts'
import { fromJson } from '../../platform/db/json.ts'
import { findTool } from '../tools.store.ts'

const TOO_LARGE = 'Record a shorter piece, or raise LATHE_MEDIA_BYTES.'
const SOUND = /^(audio\/[\w.+-]+|video\/(webm|mp4))$/

/** Recordings are sent raw, so this route is not part of the contract. */
export function transcriptionRoutes(app: AppContext): Router {
  const routes = Router()
  routes.post('/api/transcriptions', async (req, res) => {
    const context = createContext(app, getRequestId(res), getCaller(req))
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const mediaType = mediaTypeOf(req)
    const room = { budget: app.reading, limit: app.limits.mediaBytes, hint: TOO_LARGE }
    const bytes = await receiveBody(req, room, (body) => body)
    if (bytes.length === 0) throw invalidInput('', 'the recording is empty')
    const settings = await hearingSettings(context)
    const { workspaceId } = context
    const heard = await app.transcribe(workspaceId, settings, { mediaType, bytes }, gone.signal)
    if (gone.signal.aborted) return
    if (!heard.ok) throw refusal(502, 'PROVIDER', heard.error.message, { error: heard.error })
    const transcription: Transcription = { text: heard.value }
    res.json(transcription)
  })
  return routes
}

/** Browsers append parameters: `audio/webm;codecs=opus`. */
function mediaTypeOf({ headers }: Request): string {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (SOUND.test(type.trim())) return type.trim()
  throw refusal(
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'Send a recording with its media type, such as audio/wav',
  )
}

/** Dictation uses the transcription tool's settings, even if the tool is disabled for agents. */
async function hearingSettings({
  db,
  workspaceId,
}: Pick<Context, 'db' | 'workspaceId'>): Promise<MediaToolConfig> {
  const row = await findTool(db, workspaceId, { name: TRANSCRIBE.name })
  const config = row && fromJson(row.config)
  return config?.kind === 'media' && config.task.type === 'transcribe' ? config : TRANSCRIBE.config
}
