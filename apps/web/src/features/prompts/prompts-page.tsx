import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { LIST_REFRESH_MS } from '../../lib/api/query-client.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DeletedPrompts } from './deleted-prompts.tsx'
import { NewPrompt } from './new-prompt.tsx'
import { promptColumns } from './prompt-columns.tsx'
import styles from './prompts.module.css'

export function PromptsPage() {
  const navigate = useNavigate()
  const { show } = useSearch({ strict: false })
  const [isCreating, setIsCreating] = useState(false)
  const { data: prompts } = useSuspenseQuery(
    api.prompts.list.queryOptions({ input: {}, refetchInterval: LIST_REFRESH_MS }),
  )
  const add = () => setIsCreating(true)
  useHotkeys([{ keys: 'n', label: 'New prompt', group: 'Prompts', run: add }])
  const button = (
    <Button leftSection={<IconPlus size={14} />} rightSection={<Keys keys="n" />} onClick={add}>
      New prompt
    </Button>
  )

  return (
    <div className={styles.page}>
      <PageHeader
        title="Prompts"
        actions={
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/prompts"
                  search={show === 'deleted' ? {} : { show: 'deleted' }}
                  {...props}
                />
              )}
            >
              {show === 'deleted' ? 'All prompts' : 'Deleted'}
            </Button>
            {prompts.length > 0 && button}
          </>
        }
      />
      {show === 'deleted' ? (
        <DeletedPrompts />
      ) : prompts.length === 0 ? (
        <EmptyState
          title="No prompts yet"
          hint="A prompt has versions, and labels such as production that agents and programs follow. Write a prompt, promote one from a comparison, or push one with the LangSmith SDK."
          action={button}
        />
      ) : (
        <DataTable
          label="Prompts"
          columns={promptColumns}
          rows={prompts}
          rowId={({ id }) => id}
          onOpen={({ name }) => void navigate({ to: '/prompts/$name', params: { name } })}
          options={{ rowHeight: 36 }}
        />
      )}
      <NewPrompt isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </div>
  )
}
