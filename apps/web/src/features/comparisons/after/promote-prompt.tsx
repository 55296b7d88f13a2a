import type { VariantBase } from '@lathe/contract'
import { useNavigate } from '@tanstack/react-router'
import { SavePromptForm } from '../../../ui/save-prompt-form.tsx'

type PromotePromptProps = {
  base: Extract<VariantBase, { type: 'prompt' }>
  name: string
  /** Names the comparison and its verdict. */
  suggested: string
}

/** A bare prompt as a version of one in the registry, or as a new one. */
export function PromotePrompt({ base, name, suggested }: PromotePromptProps) {
  const { messages, model, from } = base
  const navigate = useNavigate()
  const { tools = [] } = base
  return (
    <>
      {tools.length > 0 && (
        <p>The registry keeps messages and model: the tools of this variant stay here.</p>
      )}
      <SavePromptForm
        content={{ messages, model }}
        suggested={{
          name: from?.prompt ?? name.toLowerCase(),
          message: suggested,
          labels: ['candidate'],
        }}
        onSaved={(saved) =>
          navigate({
            to: '/prompts/$name',
            params: { name: saved.name },
            search: { version: saved.version },
          })
        }
      />
    </>
  )
}
