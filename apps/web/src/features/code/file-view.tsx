import type { ExportedFile } from '@lathe/graph/export'
import { formatBytes, plural } from '../../lib/format/format.ts'
import { CodeEditor, type CodeLanguage } from '../../ui/code/code-editor.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import styles from './code.module.css'

const LANGUAGES: Record<string, CodeLanguage> = {
  js: 'javascript',
  json: 'json',
  ts: 'typescript',
}

/** Longer files, such as passages with their vectors, are shown in part. */
const MAX_HIGHLIGHTED = 200_000
const MAX_SHOWN = 20_000

export function FileView({ file: { path, text, encoding } }: { file: ExportedFile }) {
  if (encoding !== undefined) return <BinaryFile path={path} bytes={(text.length * 3) / 4} />
  const isLong = text.length > MAX_HIGHLIGHTED
  return (
    <section className={styles.view} aria-label={path}>
      <header className={styles.header}>
        <span className={styles.path}>{path}</span>
        <span className={styles.lines}>
          {plural(text.split('\n').length - 1, 'line')}
          {isLong && `, ${formatBytes(text.length)}: its beginning`}
        </span>
        <CopyButton value={text} label="Copy file" hasText />
      </header>
      <div className={styles.code}>
        <CodeEditor
          key={path}
          label={path}
          value={isLong ? text.slice(0, MAX_SHOWN) : text}
          language={LANGUAGES[path.split('.').at(-1) ?? ''] ?? 'text'}
          height="fill"
        />
      </div>
    </section>
  )
}

type FileListProps = {
  files: readonly ExportedFile[]
  openPath: string | undefined
  onShow: (path: string) => void
}

/** Lists the files by folder, in their given order. */
export function FileList({ files, openPath, onShow }: FileListProps) {
  const folders = Map.groupBy(files, ({ path }) => path.split('/').slice(0, -1).join('/'))
  return (
    <nav className={styles.files} aria-label="Files">
      {[...folders].map(([folder, folderFiles]) => (
        <section key={folder}>
          {folder !== '' && <h2 className={styles.folder}>{folder}/</h2>}
          <ul className={styles.list}>
            {folderFiles.map(({ path }) => (
              <li key={path}>
                <button
                  type="button"
                  className={styles.file}
                  aria-current={path === openPath ? 'page' : undefined}
                  onClick={() => onShow(path)}
                >
                  {path.split('/').at(-1)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function BinaryFile({ path, bytes }: { path: string; bytes: number }) {
  return (
    <section className={styles.view} aria-label={path}>
      <header className={styles.header}>
        <span className={styles.path}>{path}</span>
        <span className={styles.lines}>{formatBytes(bytes)}, binary</span>
      </header>
    </section>
  )
}
