import type { MediaTask, MediaToolConfig } from '@lathe/contract'
import { RUNTIME } from '../parts/code.ts'
import { connectionEnv } from '../parts/models.ts'
import type { Plan } from '../parts/plan.ts'
import { list } from '../print/layout.ts'
import { quote } from '../print/literal.ts'
import type { ToolSource } from './built-in.ts'

export const MEDIA = `${RUNTIME}/media`

/** Speech, a transcription or a picture; null for any other tool. */
export function mediaToolSource(plan: Plan, name: string): ToolSource | null {
  const config = mediaOptions(plan, name)
  if (!config) return null
  const { task, connection, model, tries } = config
  const helper = FUNCTIONS[task.type]
  const settings = list('{}', [
    `env: ${quote(connectionEnv(connection))}`,
    `model: ${quote(model)}`,
    `tries: ${tries}`,
    ...listSettings(task),
  ])
  return {
    run: `(args, config) => ${list('()', [settings, 'args', 'config'], helper)}`,
    imports: { [helper]: MEDIA },
  }
}

/** The prefixes of the connections' environment variables, by connection. */
export const mediaConnections = (plan: Plan): Map<string, string> =>
  new Map(
    [...plan.toolIdents.keys()].flatMap((name): [string, string][] => {
      const config = mediaOptions(plan, name)
      return config ? [[config.connection, connectionEnv(config.connection)]] : []
    }),
  )

function mediaOptions(plan: Plan, name: string): MediaToolConfig | null {
  const config = plan.tools.get(name)?.config
  return config?.kind === 'media' ? config : null
}

const FUNCTIONS: Record<MediaTask['type'], string> = {
  speak: 'createSpeech',
  transcribe: 'createTranscript',
  translate: 'createTranslation',
  draw: 'createPicture',
}

function listSettings(task: MediaTask): string[] {
  switch (task.type) {
    case 'speak':
      return [`voice: ${quote(task.voice)}`, `format: ${quote(task.format)}`]
    case 'transcribe':
      return task.language === null ? [] : [`language: ${quote(task.language)}`]
    case 'draw': {
      const quality = task.quality === '' ? [] : [`quality: ${quote(task.quality)}`]
      return [`size: ${quote(task.size)}`, ...quality, `count: ${task.count}`]
    }
    default:
      return []
  }
}
