"""Projects: the catalogue of what memories belong to."""
