import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOfPages, readPages } from '../list-pages.ts'
import { createAppRouter } from './router.tsx'

const root = join(import.meta.dirname, '..')

test('finds every page path in the routes', () => {
  const told = readPages(root).map(({ path }) => path)

  expect(told.toSorted()).toEqual(Object.keys(createAppRouter().routesByPath).toSorted())
})

test('lists the chunks a page needs beyond the first load, in import order, and skips pages that were not built', () => {
  const manifest = {
    'index.html': { file: 'main.js', isEntry: true, imports: ['_both.js'] },
    '_both.js': { file: 'both.js' },
    '_deep.js': { file: 'deep.js', css: ['deep.css'] },
    'late.tsx': {
      file: 'late.js',
      css: ['late.css'],
      imports: ['index.html', '_both.js', '_deep.js'],
    },
  }
  const pages = [
    { path: '/$any', module: 'late.tsx' },
    { path: '/gallery', module: 'gallery.tsx' },
    { path: '/late', module: 'late.tsx' },
  ]

  expect(filesOfPages(manifest, pages)).toEqual([
    { path: '/late', scripts: ['deep.js', 'late.js'], styles: ['deep.css', 'late.css'] },
    { path: '/$any', scripts: ['deep.js', 'late.js'], styles: ['deep.css', 'late.css'] },
  ])
})
