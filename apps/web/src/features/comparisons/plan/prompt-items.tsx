import { Menu } from '@mantine/core'
import type { ModelSettings, RegistryPrompt, VariantBase } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { showToast } from '../../../ui/undo-toast.tsx'

type PromptItemsProps = {
  /** Asked where a version does not say which. */
  model: ModelSettings
  onAdd: (base: VariantBase) => void
}

/** The newest versions of the registry's prompts, each as a bare prompt. */
export function PromptItems({ model, onAdd }: PromptItemsProps) {
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const usable = prompts.filter(({ version, isArchived }) => version > 0 && !isArchived)
  if (usable.length === 0) return null
  const add = (prompt: RegistryPrompt) =>
    void baseOf(prompt, model)
      .then(onAdd)
      .catch((error: unknown) => showToast(describeError(error).message, 'error'))
  return (
    <>
      <Menu.Label>A prompt of the registry</Menu.Label>
      {usable.map((prompt) => (
        <Menu.Item key={prompt.id} onClick={() => add(prompt)}>
          {prompt.name} v{prompt.version}
        </Menu.Item>
      ))}
    </>
  )
}

async function baseOf(
  { name, version }: RegistryPrompt,
  usual: ModelSettings,
): Promise<VariantBase> {
  const { content, problem } = await client.prompts.version({ prompt: name, version })
  if (!content) throw new Error(`${name} cannot be used here: ${problem ?? ''}`)
  return {
    type: 'prompt',
    messages: content.messages,
    model: content.model ?? usual,
    from: { prompt: name, version },
  }
}
