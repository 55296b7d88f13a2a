import { Button, Modal, SegmentedControl, Textarea } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { Variant, VariantBase } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { completesLessOften, decideVariants, verdictInput, listMetrics } from '@lathe/verdicts'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { useComparison, usePlan, useFullPlan } from '../comparison-context.ts'
import { useSavedDocument } from '../variants/documents.ts'
import { useView } from '../view-search.ts'
import { promoteVariant, type PromotionResult } from './promote.ts'
import { SavePromptForm } from '../../../shared/save-prompt-form.tsx'
import styles from '../comparison.module.css'

/** Saves a variant as a new version. The suggested message states the verdict. */
export function PromoteButton({ variant }: { variant: Variant }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DisabledReason reason={usePromotionProblem(variant)}>
        <Button
          variant="default"
          leftSection={<IconArrowUpRight size={14} />}
          onClick={() => setOpen(true)}
        >
          Promote…
        </Button>
      </DisabledReason>
      <PromoteDialog variant={variant} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Returns why a variant cannot be promoted, or false. */
export function usePromotionProblem({ key, name }: Variant): string | false {
  const { plan, grid } = useComparison().detail
  // Uses the saved plan: it does not change with every keystroke, and the test is slow.
  const isWorse = useMemo(() => completesLessOften(plan, grid, key), [plan, grid, key])
  return isWorse && `${name} fails more often than the baseline`
}

type PromoteDialogProps = { variant: Variant; isOpen: boolean; onClose: () => void }

export function PromoteDialog({ variant, isOpen, onClose }: PromoteDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`Promote ${variant.name}`}>
      {isOpen && <PromoteTo variant={variant} />}
    </Modal>
  )
}

function PromoteTo({ variant }: { variant: Variant }) {
  const { base, name } = variant
  const suggested = useMessage(variant)
  const [to, setTo] = useState('prompt')
  if (base.type === 'agent') return <PromoteForm variant={variant} suggested={suggested} />
  return (
    <div className={styles.form}>
      <SegmentedControl
        aria-label="Promote to"
        data={[
          { value: 'prompt', label: 'Prompt registry' },
          { value: 'agent', label: 'New agent' },
        ]}
        value={to}
        onChange={setTo}
      />
      {to === 'prompt' ? (
        <PromotePrompt base={base} name={name} suggested={suggested} />
      ) : (
        <PromoteForm variant={variant} suggested={suggested} />
      )}
    </div>
  )
}

function PromoteForm({ variant, suggested }: { variant: Variant; suggested: string }) {
  const document = useSavedDocument(variant)
  const [message, setMessage] = useState(suggested)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async () => {
      if (!document) throw new Error('The graph of this variant is not loaded')
      return promoteVariant({ variant, document, message })
    },
    onSuccess: async (promoted) => {
      tell(promoted)
      await queries.invalidateQueries({ queryKey: api.agents.key() })
      await navigate({ to: '/agents/$agent', params: { agent: promoted.agent } })
    },
  })

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <p>
        {variant.base.type === 'prompt'
          ? `Creates an agent “${variant.name}” from this prompt and saves its first version.`
          : `Saves this variant as a new version of ${variant.base.agent} without publishing it.`}
      </p>
      <Textarea
        label="Version message"
        autosize
        minRows={3}
        maxLength={2_000}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      {make.error && <ErrorPanel action="promote it" error={make.error} />}
      <DisabledReason reason={!document && 'The graph of this variant is loading'}>
        <Button type="submit" loading={make.isPending}>
          Save version
        </Button>
      </DisabledReason>
    </form>
  )
}

/** The suggested message: the comparison and its verdict by the selected metric. */
function useMessage(variant: Variant): string {
  const { detail } = useComparison()
  const { variants, evaluators, errors } = useFullPlan()
  const name = usePlan((state) => state.name)
  const { view } = useView()
  const [message] = useState(() => {
    const metrics = listMetrics(evaluators, errors)
    const metric = metrics.find(({ id }) => id === view.by) ?? metrics[0]
    const compared = [variants[0], variant].filter((item) => item !== undefined)
    const input =
      metric && verdictInput({ variants: compared, evaluators, errors }, detail.grid, metric)
    const isBaseline = variants[0]?.key === variant.key
    const verdict = input && !isBaseline ? decideVariants(input)[0]?.sentence : 'Baseline.'
    return `From the comparison “${name}” (${detail.id}). ${verdict ?? ''}`.trim()
  })
  return message
}

function tell({ agent, version, isNew, restoreDraft }: PromotionResult): void {
  const message = isNew
    ? `Saved as v${version} of ${agent}`
    : `Already saved as v${version} of ${agent}`
  if (!restoreDraft) return showToast(message)
  showUndoToast({
    message: `${message}. This replaced unsaved changes in the draft.`,
    onUndo: () =>
      void restoreDraft().catch((error: unknown) =>
        showToast(describeError(error).message, 'error'),
      ),
  })
}

type PromotePromptProps = {
  base: Extract<VariantBase, { type: 'prompt' }>
  name: string
  /** Names the comparison and its verdict. */
  suggested: string
}

/** Saves a prompt variant as a prompt version. */
function PromotePrompt({ base, name, suggested }: PromotePromptProps) {
  const { messages, model, from } = base
  const navigate = useNavigate()
  const { tools = [] } = base
  return (
    <>
      {tools.length > 0 && <p>Tools are not saved: the registry keeps messages and model only.</p>}
      <SavePromptForm
        content={{ messages, model }}
        initial={{
          name: from?.prompt ?? name.toLowerCase(),
          message: suggested,
          labels: ['candidate'],
        }}
        onSave={(saved) =>
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
