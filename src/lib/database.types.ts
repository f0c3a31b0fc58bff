// Generated from supabase/migrations by "npm run types".
type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "13"
  }
  public: {
    Tables: {
      carpost: {
        Row: {
          json: NonNullable<Json>
          renames: NonNullable<Json>
          revision: number
          site_id: number
          updated_at: string
        }
        Insert: {
          json?: NonNullable<Json>
          renames?: NonNullable<Json>
          revision?: number
          site_id: number
          updated_at?: string
        }
        Update: {
          json?: NonNullable<Json>
          renames?: NonNullable<Json>
          revision?: number
          site_id?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "carpost_site_id_fkey"
            columns: ["site_id"]
            referencedRelation: "maintable"
            referencedColumns: ["id"]
          },
        ]
      }
      main: {
        Row: {
          created_at: string
          end_reason: string | null
          end_set_at: string | null
          expires_at: string | null
          granted_until: string | null
          id: number
          kind: string
          label: string
          last_used_at: string | null
          revoked_at: string | null
          role: string
          site_id: number | null
          site_ids: number[] | null
          successor_of: number | null
          token: string
        }
        Insert: {
          created_at?: string
          end_reason?: string | null
          end_set_at?: string | null
          expires_at?: string | null
          granted_until?: string | null
          id?: never
          kind?: string
          label: string
          last_used_at?: string | null
          revoked_at?: string | null
          role: string
          site_id?: number | null
          site_ids?: number[] | null
          successor_of?: number | null
          token: string
        }
        Update: {
          created_at?: string
          end_reason?: string | null
          end_set_at?: string | null
          expires_at?: string | null
          granted_until?: string | null
          id?: never
          kind?: string
          label?: string
          last_used_at?: string | null
          revoked_at?: string | null
          role?: string
          site_id?: number | null
          site_ids?: number[] | null
          successor_of?: number | null
          token?: string
        }
        Relationships: [
          {
            foreignKeyName: "main_site_id_fkey"
            columns: ["site_id"]
            referencedRelation: "maintable"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "main_successor_of_fkey"
            columns: ["successor_of"]
            referencedRelation: "main"
            referencedColumns: ["id"]
          },
        ]
      }
      maintable: {
        Row: {
          address: string | null
          building_type: string | null
          capacity: string | null
          contract_until: string | null
          emergency_calls_a_year: number | null
          emergency_visit: string | null
          equipment: Json | null
          gate_numbers: string | null
          id: number
          jmb_name: string | null
          name: string
          person_in_charge: number | null
          preventive_maintenance: string | null
          promised_before: Json | null
          response_hours: number | null
          revision: number
          rfid_unit: string | null
          sitename: string | null
          status: boolean | null
          tasks2024: NonNullable<Json>
          updated_at: string
          visit_every_months: number | null
        }
        Insert: {
          address?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number
          jmb_name?: string | null
          name: string
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: NonNullable<Json>
          updated_at?: string
          visit_every_months?: number | null
        }
        Update: {
          address?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number
          jmb_name?: string | null
          name?: string
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: NonNullable<Json>
          updated_at?: string
          visit_every_months?: number | null
        }
        Relationships: []
      }
    }
    Views: {
      maintables: {
        Row: {
          address: string | null
          building_type: string | null
          capacity: string | null
          contract_until: string | null
          emergency_calls_a_year: number | null
          emergency_visit: string | null
          equipment: Json | null
          gate_numbers: string | null
          id: number | null
          jmb_name: string | null
          name: string | null
          person_in_charge: number | null
          preventive_maintenance: string | null
          promised_before: Json | null
          response_hours: number | null
          revision: number | null
          rfid_unit: string | null
          sitename: string | null
          status: boolean | null
          tasks2024: Json | null
          updated_at: string | null
          visit_every_months: number | null
        }
        Insert: {
          address?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number | null
          jmb_name?: string | null
          name?: string | null
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number | null
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: Json | null
          updated_at?: string | null
          visit_every_months?: number | null
        }
        Update: {
          address?: string | null
          building_type?: string | null
          capacity?: string | null
          contract_until?: string | null
          emergency_calls_a_year?: number | null
          emergency_visit?: string | null
          equipment?: Json | null
          gate_numbers?: string | null
          id?: number | null
          jmb_name?: string | null
          name?: string | null
          person_in_charge?: number | null
          preventive_maintenance?: string | null
          promised_before?: Json | null
          response_hours?: number | null
          revision?: number | null
          rfid_unit?: string | null
          sitename?: string | null
          status?: boolean | null
          tasks2024?: Json | null
          updated_at?: string | null
          visit_every_months?: number | null
        }
        Relationships: []
      }
    }
    Functions: {
      end_session: { Args: { session_id: string }; Returns: boolean }
      end_sessions: { Args: { key_id?: number }; Returns: number }
      ended_keys: { Args: { key_ids: number[] }; Returns: Json }
      follow_ups: { Args: Record<PropertyKey, never>; Returns: Json }
      import_site: { Args: { site: Json }; Returns: Json }
      import_state: { Args: { site: string }; Returns: Json }
      issue_key: {
        Args: {
          expires_at?: string
          label: string
          role: string
          site_id?: number
          site_ids?: number[]
          successor_of?: number
        }
        Returns: Json
      }
      list_changers: { Args: Record<PropertyKey, never>; Returns: number[] }
      list_changes: {
        Args: {
          by_access?: number
          from_day?: string
          of_kind?: string
          of_site?: number
          older_than?: number
          page_size?: number
          to_day?: string
          words?: string
        }
        Returns: {
          access_id: number
          access_label: string
          after: Json
          at: string
          before: Json
          id: number
          operation: string
          row_id: number
          site_id: number
          site_name: string
          table_name: string
        }[]
      }
      list_client_errors: { Args: Record<PropertyKey, never>; Returns: Json }
      list_imports: { Args: Record<PropertyKey, never>; Returns: Json }
      list_sessions: { Args: { key_id?: number }; Returns: Json }
      logged_moves: { Args: { change_ids: number[] }; Returns: Json }
      login: {
        Args: { browser?: string; keep?: boolean; secret_key: string }
        Returns: Json
      }
      logout: { Args: Record<PropertyKey, never>; Returns: undefined }
      mend_key_ends: { Args: { key_ids: number[] }; Returns: Json }
      move_visit: {
        Args: {
          pdf?: string
          photos: Json
          revision: number
          site_id: number
          task_id: number
          to_revision: number
          to_site: number
        }
        Returns: Json
      }
      moved_visits: { Args: { site_id: number }; Returns: Json }
      my_visits: { Args: { site_id: number }; Returns: number[] }
      report_client_error: {
        Args: { message: string; release?: string; screen?: string }
        Returns: undefined
      }
      reserve_site: { Args: { site: string }; Returns: number }
      restore_change: { Args: { change_id: number }; Returns: Json }
      revoke_key: { Args: { key_id: number }; Returns: undefined }
      rotate_key: {
        Args: { expires_at?: string; keep_old?: string; key_id: number }
        Returns: Json
      }
      search_visits: {
        Args: {
          before?: Json
          dates?: Json
          direction?: string
          forms?: Json
          from_day?: string
          of_kinds?: string[]
          of_sites?: string[]
          of_years?: string[]
          page_size?: number
          person?: string
          post?: string
          shown?: boolean
          to_day?: string
          with_total?: boolean
          words: string
        }
        Returns: Json
      }
      set_key_end: {
        Args: { expires_at?: string; key_id: number }
        Returns: undefined
      }
      set_key_label: {
        Args: { key_id: number; label: string }
        Returns: undefined
      }
      set_key_sites: {
        Args: { key_id: number; site_ids?: number[] }
        Returns: undefined
      }
      site_overview: { Args: Record<PropertyKey, never>; Returns: Json }
      undo_import: { Args: { import_id: string }; Returns: Json }
      unlock_analytics: { Args: { secret_key: string }; Returns: Json }
      whoami: { Args: Record<PropertyKey, never>; Returns: Json }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
