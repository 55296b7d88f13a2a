import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import { SaveSuite } from './save-suite.tsx'

/** Of a comparison that has run: the suite saved from it, or the offer to save one. */
export function KeepSuite() {
  const { detail } = useComparison()
  const { checks } = useWholePlan()
  const [isSaving, setSaving] = useState(false)
  const isOffered = detail.status === 'done' && detail.suiteId === null && checks.length > 0
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
        title="Keep its cases, checks and baseline, to hold later versions against"
        onClick={() => setSaving(true)}
      >
        Regression suite
      </Button>
      <SaveSuite isOpen={isSaving} onClose={() => setSaving(false)} />
    </>
  )
}
