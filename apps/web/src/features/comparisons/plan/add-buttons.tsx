import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Variant, ModelSettings, RegistryPrompt, VariantBase } from '@lathe/contract'
import { api, client } from '../../../lib/api/api.ts'
import { useDefaultModel } from '../../../lib/api/use-default-model.ts'
import { useEdit, useFullPlan } from '../comparison-context.ts'
import { useView } from '../view-search.ts'
import { duplicateVariant, defaultPrompt, newVariant } from './new-variant.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

/** Adds a variant: a duplicate, a prompt or an agent. */
export function AddButtons() {
  const [isOpen, setOpen] = useState(false)
  const { variants, cases } = useFullPlan()
  const edit = useEdit()
  const { enterPanel } = useView()
  const { data: agents = [] } = useQuery(
    api.agents.list.queryOptions({ input: {}, enabled: isOpen }),
  )
  const usual = useDefaultModel()
  const last = variants.at(-1)
  const add = (variant: Variant) => {
    edit((plan) => ({ ...plan, variants: [...plan.variants, variant] }))
    enterPanel({ type: 'variant', key: variant.key })
  }
  const model = lastModel(variants) ?? (usual && { connection: usual.connection, name: usual.name })

  return (
    <Menu position="bottom-start" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <DisabledReason reason={variants.length >= 12 && 'Maximum of 12 variants reached'}>
          <Button variant="default" leftSection={<IconPlus size={14} />}>
            Add variant
          </Button>
        </DisabledReason>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {last && (
          <Menu.Item onClick={() => add(duplicateVariant({ variants }, last))}>
            Duplicate “{last.name}”
          </Menu.Item>
        )}
        {model && (
          <Menu.Item onClick={() => add(newVariant({ variants }, defaultPrompt({ cases }, model)))}>
            New prompt
          </Menu.Item>
        )}
        {model && (
          <PromptItems model={model} onAdd={(base) => add(newVariant({ variants }, base))} />
        )}
        {agents.length > 0 && <Menu.Label>Agents</Menu.Label>}
        {agents.map(({ slug, name, publishedVersion }) => (
          <Menu.Item
            key={slug}
            onClick={() =>
              add(
                newVariant(
                  { variants },
                  {
                    type: 'agent',
                    agent: slug,
                    version: publishedVersion ?? 'draft',
                    overrides: {},
                  },
                ),
              )
            }
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** A new prompt uses the last prompt's model, so that only the prompts differ. */
const lastModel = (variants: readonly Variant[]) =>
  variants.flatMap(({ base }) => (base.type === 'prompt' ? [base.model] : [])).at(-1)

type PromptItemsProps = {
  /** Used if the version does not specify a model. */
  model: ModelSettings
  onAdd: (base: VariantBase) => void
}

/** The newest versions of registry prompts. */
function PromptItems({ model, onAdd }: PromptItemsProps) {
  const { data: prompts = [] } = useQuery(api.prompts.list.queryOptions({ input: {} }))
  const usable = prompts.filter(({ version, isArchived }) => version > 0 && !isArchived)
  if (usable.length === 0) return null
  const add = (prompt: RegistryPrompt) =>
    void loadPromptBase(prompt, model)
      .then(onAdd)
      .catch((error: unknown) => showToast(describeError(error).message, 'error'))
  return (
    <>
      <Menu.Label>Prompts</Menu.Label>
      {usable.map((prompt) => (
        <Menu.Item key={prompt.id} onClick={() => add(prompt)}>
          {prompt.name} v{prompt.version}
        </Menu.Item>
      ))}
    </>
  )
}

async function loadPromptBase(
  { name, version }: RegistryPrompt,
  usual: ModelSettings,
): Promise<VariantBase> {
  const { content, problem } = await client.prompts.version({ prompt: name, version })
  if (!content) throw new Error(`${name} cannot be used: ${problem ?? ''}`)
  return {
    type: 'prompt',
    messages: content.messages,
    model: content.model ?? usual,
    from: { prompt: name, version },
  }
}
