import { promptDocument } from '@lathe/graph'
import { Button, Modal, Select, TextInput } from '@mantine/core'
import type { Variant } from '@lathe/contract'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconHistory } from '@tabler/icons-react'
import { api, client } from '../../../lib/api/api.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { promoteVariant, type PromotionResult } from '../promotion/promote.ts'
import { useComparison, usePlan, useFullPlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'

type SaveSuiteProps = { isOpen: boolean; onClose: () => void }

/** Saves the cases and evaluators of a comparison as a regression suite. */
export function SaveSuite({ isOpen, onClose }: SaveSuiteProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Save as regression suite">
      <SuiteForm />
    </Modal>
  )
}

/** A prompt variant is saved as an agent first. */
async function promoteToAgent(
  variant: Variant,
  suite: string,
): Promise<PromotionResult | undefined> {
  if (variant.base.type === 'agent') return undefined
  const document = promptDocument(variant.base)
  const message = `Created for regression suite “${suite}”`
  return await promoteVariant({ variant, document, message, publish: true })
}

const isOfAgent = ({ base }: Variant) => base.type === 'agent'
const isDraft = ({ base }: Variant) => base.type === 'agent' && base.version === 'draft'

const isChanged = ({ base }: Variant) =>
  base.type === 'agent' && Object.keys(base.overrides).length > 0

const firstChoice = (variants: readonly Variant[]) =>
  variants.find((item) => isOfAgent(item) && !isDraft(item)) ??
  variants.findLast((item) => !isDraft(item)) ??
  variants.at(-1)

function SuiteForm() {
  const { detail, autosave } = useComparison()
  const { variants, cases, evaluators } = useFullPlan()
  const planName = usePlan((state) => state.name)
  const [name, setName] = useState(planName)
  const [key, setKey] = useState(firstChoice(variants)?.key ?? null)
  const variant = variants.find((item) => item.key === key)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async () => {
      await autosave.flush()
      if (!variant) throw new Error('Select a variant')
      const promotedAgent = await promoteToAgent(variant, name.trim())
      const promoted = promotedAgent && {
        agent: promotedAgent.agent,
        version: promotedAgent.version,
      }
      const baselineChoice = {
        comparison: detail.id,
        variant: variant.key,
        ...(promoted && { promoted }),
      }
      return client.suites.create({ name: name.trim(), ...baselineChoice })
    },
    onSuccess: async ({ id }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.suites.key() }),
        queries.invalidateQueries({ queryKey: api.agents.key() }),
      ])
      await navigate({ to: '/compare/suites/$id', params: { id } })
    },
  })

  if (variants.length === 0 || cases.length === 0 || evaluators.length === 0)
    return <p>A suite needs a variant, cases and an evaluator. Add what is missing first.</p>
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p>
        Saves the cases and evaluators. Later versions of the agent run against the baseline
        selected here.
      </p>
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Baseline"
        allowDeselect={false}
        data={variants.map((item) => ({ value: item.key, label: item.name }))}
        value={key}
        onChange={setKey}
      />
      {variant && !isOfAgent(variant) && (
        <p className={styles.muted}>
          This is a prompt. An agent “{variant.name}” will be created and published first.
        </p>
      )}
      {save.error && <ErrorPanel action="save the suite" error={save.error} />}
      {variant && isDraft(variant) && (
        <p className={styles.muted} role="note">
          A draft cannot be a baseline, because it can change. Promote it to a version, or select a
          version in the column.
        </p>
      )}
      {variant && !isDraft(variant) && isChanged(variant) && (
        <p className={styles.muted} role="note">
          This variant changes its version. Runs are compared with the version including these
          changes. To compare with a saved version, promote the variant first.
        </p>
      )}
      <DisabledReason
        reason={
          name.trim() === ''
            ? 'Enter a name'
            : variant !== undefined && isDraft(variant) && 'A draft cannot be a baseline'
        }
      >
        <Button type="submit" loading={save.isPending}>
          Save suite
        </Button>
      </DisabledReason>
    </form>
  )
}

/** Links to the suite saved from this comparison, or offers to save one. */
export function OfferSuite() {
  const { detail } = useComparison()
  const { evaluators } = useFullPlan()
  const [isSaving, setSaving] = useState(false)
  const isOffered = detail.status === 'done' && detail.suiteId === null && evaluators.length > 0
  const { data } = useQuery(api.suites.list.queryOptions({ input: {}, enabled: isOffered }))
  if (!isOffered || !data) return null
  const saved = data.find(({ from }) => from?.id === detail.id)
  if (saved)
    return (
      <Link to="/compare/suites/$id" params={{ id: saved.id }}>
        Regression suite
      </Link>
    )
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHistory size={14} />}
        title="Save cases, evaluators and baseline to test later versions"
        onClick={() => setSaving(true)}
      >
        Regression suite
      </Button>
      <SaveSuite isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}
