import type { ExportedFile } from '@lathe/graph/export'
import styles from './code.module.css'

type FileListProps = {
  files: readonly ExportedFile[]
  shown: string | undefined
  onShow: (path: string) => void
}

/** By folder, in the order they are given. */
export function FileList({ files, shown, onShow }: FileListProps) {
  const folders = Map.groupBy(files, ({ path }) => path.split('/').slice(0, -1).join('/'))
  return (
    <nav className={styles.files} aria-label="Files">
      {[...folders].map(([folder, own]) => (
        <section key={folder}>
          {folder !== '' && <h2 className={styles.folder}>{folder}/</h2>}
          <ul className={styles.list}>
            {own.map(({ path }) => (
              <li key={path}>
                <button
                  type="button"
                  className={styles.file}
                  aria-current={path === shown ? 'page' : undefined}
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
