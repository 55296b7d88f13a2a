import type { PromptVersion, RegistryPrompt } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { VersionEditor } from './version-editor.tsx'
import { VersionPane } from './version-pane.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import styles from '../prompts.module.css'

const route = getRouteApi('/prompts/$name')

export function VersionsView({ prompt }: { prompt: RegistryPrompt }) {
  const { version, edit } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: versions } = useSuspenseQuery(
    api.prompts.versions.queryOptions({ input: { prompt: prompt.name } }),
  )
  const shownVersion = versions.find((item) => item.version === version) ?? versions[0]
  const startEditing = () =>
    void navigate({ search: (search) => ({ ...search, edit: 'new' as const }) })
  useHotkeys([{ keys: 'e', label: 'New version', group: 'Prompt', run: startEditing }])
  if (edit === 'new') return <VersionEditor key={prompt.name} prompt={prompt} from={shownVersion} />
  if (!shownVersion)
    return (
      <EmptyState
        title="No versions yet"
        hint="Write the first version here, or push one with the LangSmith SDK."
        action={
          <Button leftSection={<IconPencil size={14} />} onClick={startEditing}>
            Write first version
          </Button>
        }
      />
    )
  return (
    <SplitPane
      name="prompt"
      panes={[
        {
          id: 'versions',
          size: '300px',
          min: '200px',
          content: <VersionList versions={versions} selectedVersion={shownVersion.version} />,
        },
        {
          id: 'version',
          size: 100,
          content: (
            <SelectedVersion {...{ prompt, versions, version: shownVersion, startEditing }} />
          ),
        },
      ]}
    />
  )
}

type SelectedVersionProps = {
  prompt: RegistryPrompt
  versions: readonly PromptVersion[]
  version: PromptVersion
  startEditing: () => void
}

function SelectedVersion({ prompt, versions, version, startEditing }: SelectedVersionProps) {
  const { against } = route.useSearch()
  const comparedVersion = versions.find((item) => item.version === against && item !== version)
  return (
    <VersionPane
      prompt={prompt}
      versions={versions}
      version={version}
      comparedVersion={comparedVersion}
      onEdit={startEditing}
    />
  )
}

type VersionListProps = { versions: readonly PromptVersion[]; selectedVersion: number }

function VersionList({ versions, selectedVersion }: VersionListProps) {
  return (
    <nav className={styles.versions} aria-label="Versions">
      <ul>
        {versions.map(({ version, message, labels, createdAt }) => (
          <li key={version}>
            <Link
              from="/prompts/$name"
              to="."
              search={(search) => ({ ...search, version })}
              aria-current={version === selectedVersion ? 'true' : undefined}
            >
              <span className={styles.line}>
                <b>v{version}</b>
                {labels.map((label) => (
                  <span key={label} className={styles.label}>
                    {label}
                  </span>
                ))}
                <span className={styles.gap} />
                <RelativeTime time={createdAt} />
              </span>
              {message !== '' && <span>{message}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
