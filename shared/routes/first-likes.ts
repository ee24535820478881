import { apiQuery, type ApiQuery } from '../api/api-query.ts'

/** The query for the first page of a kind of likes: those received and given come together, as every page polls them. */
export function firstLikes(type: string): ApiQuery {
  return type === 'matches' ? apiQuery('listLikes', { type }) : apiQuery('listLikes')
}
