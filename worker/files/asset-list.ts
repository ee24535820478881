import type { Assets } from '../deps.ts'

/** `dist/assets.json`: the build's files by purpose. Paths start with `/assets/`. */
export interface AssetList {
  entry: string
  entryImports: string[]
  visitor: string
  early: string
  css: string[]
  pages: Record<string, string[]>
  languages: Record<string, string[]>
  /** By `<route>/<language>`: texts of the pages that have their own. */
  texts: Record<string, string[]>
  /** All of them. */
  files: string[]
  /** Integrity digests of scripts and style sheets, by path. */
  integrity: Record<string, string>
}

export function assetsOf(list: AssetList, fetch: Assets['fetch']): Assets {
  return {
    entry: list.entry,
    visitor: list.visitor,
    early: list.early,
    css: list.css,
    files: list.files,
    integrity: (path) => list.integrity[path] ?? '',
    preload: (routeKey, language) => [
      ...new Set([
        ...list.entryImports,
        ...(list.pages[routeKey] ?? []),
        ...(list.languages[language] ?? []),
        ...(list.texts[`${routeKey}/${language}`] ?? [])
      ])
    ],
    fetch
  }
}
