import { useUsualModel } from '../../../lib/use-usual-model.ts'
import { useWholePlan } from '../comparison-context.ts'
import type { Models } from './new-check.ts'

/** What a new check asks: the model of the first bare prompt, else the usual one. */
export function useFirstModels(): Models {
  const { variants } = useWholePlan()
  const usual = useUsualModel()
  const [compared] = variants.flatMap(({ base }) => (base.type === 'prompt' ? [base.model] : []))
  const { connection = '', name: chat = '' } = compared ?? usual ?? {}
  return {
    connection,
    chat,
    embedding: usual?.isDemo && connection === usual.connection ? 'demo-embedding' : '',
  }
}
