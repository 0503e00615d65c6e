export { loadFilters, type Filters, type Names, type PageRequest } from './filters.ts'
