import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { LIST_REFRESH_MS } from '../../lib/api/query-client.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DeletedPrompts } from './deleted-prompts.tsx'
import styles from './prompts.module.css'
import { PromptName, type RegistryPrompt } from '@lathe/contract'
import {
  DescribeDialog,
  emptyDescription,
  type NameAndDescription,
} from '../../ui/fields/describe-dialog.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'

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

type NewPromptProps = { isOpen: boolean; onClose: () => void }

export function NewPrompt({ isOpen, onClose }: NewPromptProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const create = async (description: NameAndDescription) => {
    const { name } = await api.prompts.create.call(description)
    await queries.invalidateQueries({ queryKey: api.prompts.key() })
    await navigate({ to: '/prompts/$name', params: { name }, search: { edit: 'new' } })
  }
  return (
    <DescribeDialog
      title="New prompt"
      item={isOpen ? emptyDescription : undefined}
      maxLength={128}
      hint="Agents and programs refer to the prompt by this name. It cannot be changed"
      validateName={findNameProblem}
      saveLabel="Create"
      save={create}
      onClose={onClose}
    />
  )
}

const findNameProblem = (name: string): string | undefined =>
  PromptName.safeParse(name).error?.issues[0]?.message

export const promptColumns: Column<RegistryPrompt>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, description, isArchived }) => (
      <span className={styles.cell}>
        <Link to="/prompts/$name" params={{ name }} className={styles.name}>
          {name}
        </Link>{' '}
        <span className={styles.muted}>
          {isArchived && 'archived · '}
          {description}
        </span>
      </span>
    ),
  },
  {
    id: 'labels',
    header: 'Labels',
    width: '280px',
    cell: ({ labels }) => (
      <span className={styles.cell}>
        {labels.map(({ label, version }) => (
          <span key={label} className={styles.label}>
            {label} <span className={styles.muted}>v{version}</span>
          </span>
        ))}
      </span>
    ),
  },
  {
    id: 'tags',
    header: 'Tags',
    width: '160px',
    isSecondary: true,
    cell: ({ tags }) => <span className={styles.cell}>{tags.join(', ')}</span>,
  },
  {
    id: 'version',
    header: 'Newest',
    width: '80px',
    isNumeric: true,
    cell: ({ version }) => (version === 0 ? '—' : `v${version}`),
  },
  {
    id: 'when',
    header: 'Changed',
    width: '120px',
    isNumeric: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]
