"""The conference schedule of frab and its kin, whatever its notation."""
