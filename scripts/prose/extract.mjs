// Extracts every unit of a repository: prose, names, paths and commit subjects.
import { extractCode } from './extract-code.mjs'
import { extractMarkdown } from './extract-markdown.mjs'
import { changedLines, isCodeFile, isTestFile, listCommits, listFiles, readText } from './repo.mjs'

/** Packages with at least this many components count as user interface; their strings are read as screen text. */
const UI_FILES = 5

export function extractRepo(parseSync, { repo, base, sources, commits }) {
  const files = listFiles(repo, sources)
  const changes = base ? changedLines(repo, base) : null
  const read = changes ? files.filter((file) => changes.has(file)) : files
  const uiRoots = findUiRoots(files)
  const units = []
  const failed = []
  let codeLines = 0

  for (const file of read) {
    const source = readText(repo, file)
    if (!isCodeFile(file)) {
      units.push(...extractMarkdown(file, source))
      continue
    }
    try {
      const code = extractCode(parseSync, file, source, {
        isTest: isTestFile(file),
        isUi: file.endsWith('.tsx') || uiRoots.has(packageRoot(file)),
      })
      units.push(...code.units)
      codeLines += changes?.get(file).lines?.size ?? code.lines
    } catch {
      failed.push(file)
    }
  }
  const isNew = (file) => !changes || changes.get(file)?.isNew === true
  const oldFolders = new Set(files.filter((file) => !isNew(file)).flatMap(parentFolders))
  units.push(...pathUnits(read.filter(isNew)).filter(({ file }) => !oldFolders.has(file)))
  for (const { hash, subject } of listCommits(repo, base, commits, sources))
    units.push({ kind: 'commit', file: hash, line: 0, endLine: 0, text: subject })
  const reported = changes ? units.filter((unit) => isAdded(unit, changes)) : units
  return { units: reported, files: read.length, codeLines, failed }
}

const packageRoot = (file) => file.split('/').slice(0, 2).join('/')

function findUiRoots(files) {
  const counts = new Map()
  for (const file of files)
    if (file.endsWith('.tsx') && !isTestFile(file))
      counts.set(packageRoot(file), (counts.get(packageRoot(file)) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= UI_FILES).map(([root]) => root))
}

const parentFolders = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, index, folders) => folders.slice(0, index + 1).join('/'))

/** One unit for each file and each folder, with its last segment as the text. */
function pathUnits(files) {
  const seen = new Set()
  const units = []
  for (const file of files.filter(isCodeFile)) {
    const segments = file.split('/')
    segments.forEach((segment, index) => {
      const path = segments.slice(0, index + 1).join('/')
      if (seen.has(path)) return
      seen.add(path)
      const text = segment.replace(/^[_[(.]+|[\])]+$/g, '').split('.')[0]
      units.push({
        kind: 'path',
        file: path,
        line: 0,
        endLine: 0,
        text,
        role: index === segments.length - 1 ? 'file' : 'folder',
      })
    })
  }
  return units
}

function isAdded(unit, changes) {
  if (unit.kind === 'commit' || unit.kind === 'path') return true
  const { lines } = changes.get(unit.file)
  if (lines === null) return true
  for (let line = unit.line; line <= unit.endLine; line += 1) if (lines.has(line)) return true
  return false
}
