import { Button, Select } from '@mantine/core'
import { exportBlockers, type ExportBlocker } from '@lathe/graph/export'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { AgentVersion } from '@lathe/contract'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SplitPane } from '../../ui/layout/split-pane.tsx'
import { WorkbenchButton } from '../../ui/layout/workbench-button.tsx'
import {
  calledAgentsQuery,
  useProject,
  collectionsQuery,
  promptsQuery,
  documentQuery,
} from './use-project.ts'
import styles from './code.module.css'
import { downloadZip } from '../../lib/browser/download-zip.ts'
import { FileList, FileView } from './file-view.tsx'
import { plural } from '../../lib/format/format.ts'

const route = getRouteApi('/agents/$agent/code')

/** Shows the project an agent exports to, from the draft or from a version. */
export function CodePage() {
  const { agent: slug } = route.useParams()
  const { version, file } = route.useSearch()
  const navigate = route.useNavigate()
  const [{ data: agent }, { data: document }, { data: versions }, { data: tools }] =
    useSuspenseQueries({
      queries: [
        api.agents.get.queryOptions({ input: { agent: slug } }),
        documentQuery(slug, version),
        api.agents.versions.queryOptions({ input: { agent: slug } }),
        api.tools.list.queryOptions(),
      ],
    })
  const { data: calledAgents } = useSuspenseQuery(calledAgentsQuery(document))
  const { data: collections } = useSuspenseQuery(collectionsQuery(document, calledAgents))
  const { data: prompts } = useSuspenseQuery(promptsQuery(document))
  const sources = { calledAgents, collections, findPrompt: prompts.promptOf }
  const files = useProject(agent, document, { tools, ...sources })
  const openFile = files.find(({ path }) => path === file) ?? files[0]
  const download = () => downloadZip(agent.slug, files)
  const show = (path: string) =>
    void navigate({ search: (current) => ({ ...current, file: path }), replace: true })
  const step = (offset: number) => {
    const next = files[files.findIndex(({ path }) => path === openFile?.path) + offset]
    if (next) show(next.path)
  }

  useHotkeys([
    { keys: 'd', label: 'Download project', group: 'Code', run: download },
    { keys: 'j', label: 'Next file', group: 'Code', hidden: true, run: () => step(1) },
    { keys: 'k', label: 'Previous file', group: 'Code', hidden: true, run: () => step(-1) },
  ])

  return (
    <div className={styles.page}>
      <PageHeader
        title={`Code of ${agent.name}`}
        facts={
          <VersionSelect
            version={version}
            versions={versions}
            onChange={(path) =>
              void navigate({ search: (current) => ({ ...current, version: path }), replace: true })
            }
          />
        }
        actions={
          <>
            <Button rightSection={<Keys keys="d" />} onClick={download}>
              Download
            </Button>
            <WorkbenchButton agent={slug} group="Code" />
          </>
        }
      />
      <BlockerList agent={slug} blockers={exportBlockers(document, sources)} />
      <SplitPane
        name="code"
        panes={[
          {
            id: 'files',
            size: '260px',
            min: '180px',
            content: <FileList files={files} openPath={openFile?.path} onShow={show} />,
          },
          {
            id: 'file',
            size: 100,
            min: '400px',
            content: openFile && <FileView file={openFile} />,
          },
        ]}
      />
    </div>
  )
}

type VersionSelectProps = {
  /** Undefined for the draft. */
  version: number | undefined
  versions: readonly AgentVersion[]
  onChange: (version: number | undefined) => void
}

const DRAFT = 'draft'

export function VersionSelect({ version, versions, onChange }: VersionSelectProps) {
  return (
    <Select
      aria-label="Version"
      w={180}
      allowDeselect={false}
      data={[
        { value: DRAFT, label: 'Draft' },
        ...versions.map(({ number, isPublished }) => ({
          value: String(number),
          label: isPublished ? `v${number}, published` : `v${number}`,
        })),
      ]}
      value={version === undefined ? DRAFT : String(version)}
      onChange={(value) => onChange(value === null || value === DRAFT ? undefined : Number(value))}
    />
  )
}

type BlockerListProps = {
  agent: string
  blockers: readonly ExportBlocker[]
}

const MAX_TABS = 3

/** Lists the problems that block the export. */
export function BlockerList({ agent, blockers }: BlockerListProps) {
  if (blockers.length === 0) return null
  const hiddenCount = blockers.length - MAX_TABS
  return (
    <div className={styles.blockers} role="status">
      <p>
        To export the code, fix these problems in the{' '}
        <Link to="/agents/$agent" params={{ agent }} search={{ tab: 'problems' }}>
          workbench
        </Link>
        :
      </p>
      <ul>
        {blockers.slice(0, MAX_TABS).map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
        {hiddenCount > 0 && <li>and {plural(hiddenCount, 'problem')} more</li>}
      </ul>
    </div>
  )
}
