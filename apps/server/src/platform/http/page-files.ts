import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** As the web app's build lists them: `$` begins a parameter of the path. */
type PageFiles = { path: string; scripts: string[]; styles: string[] }

const HEAD_ENDS = '</head>'

/** The page that answers at every address, which names what this one needs: else its files were known only after the first had run. */
export async function pageAt(folder: string, address: string): Promise<string> {
  const [html, listed] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readFile(join(folder, '.vite/pages.json'), 'utf8').catch(() => '[]'),
  ])
  const page = (JSON.parse(listed) as PageFiles[]).find(({ path }) => isAt(path, address))
  if (!page) return html
  const links = [
    // The page's code then finds them, and waits for none to be put in beside it.
    ...page.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...page.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
  return html.replace(HEAD_ENDS, () => `${links.join('')}${HEAD_ENDS}`)
}

function isAt(path: string, address: string): boolean {
  const parts = path.split('/')
  const given = address.split('/')
  return (
    parts.length === given.length &&
    parts.every(
      (part, index) => part === given[index] || (part.startsWith('$') && given[index] !== ''),
    )
  )
}
