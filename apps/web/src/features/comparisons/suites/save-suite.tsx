import { Button, Modal, Select, TextInput } from '@mantine/core'
import type { Variant } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, client } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { useComparison, usePlan, useWholePlan } from '../comparison-context.ts'
import styles from '../comparison.module.css'

type SaveSuiteProps = { isOpen: boolean; onClose: () => void }

/** Cases and checks of this comparison, to hold later versions of an agent against one of them. */
export function SaveSuite({ isOpen, onClose }: SaveSuiteProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Save as regression suite">
      <SuiteForm />
    </Modal>
  )
}

const isOfAgent = ({ base }: Variant) => base.type === 'agent'

function SuiteForm() {
  const { detail, autosave } = useComparison()
  const { variants } = useWholePlan()
  const planName = usePlan((state) => state.name)
  const candidates = variants.filter(isOfAgent)
  const [name, setName] = useState(planName)
  const [variant, setVariant] = useState(candidates[0]?.key ?? null)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async () => {
      await autosave.flush()
      const chosen = { comparison: detail.id, variant: variant ?? '' }
      return client.suites.create({ name: name.trim(), ...chosen })
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: api.suites.key() })
      await navigate({ to: '/compare/suites/$id', params: { id } })
    },
  })

  if (candidates.length === 0) {
    return <p>A suite watches the versions of an agent: promote a prompt to an agent first.</p>
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <p>
        Keeps the cases and the checks. Versions of the agent are then run against the one chosen
        here, and every run adds to a history.
      </p>
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label="Hold versions against"
        allowDeselect={false}
        data={candidates.map(({ key, name: label }) => ({ value: key, label }))}
        value={variant}
        onChange={setVariant}
      />
      {save.error && <ErrorPanel attempted="save the suite" error={save.error} />}
      <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
        Save the suite
      </Button>
    </form>
  )
}
